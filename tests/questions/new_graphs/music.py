"""A music catalogue: artists, albums, tracks, genres, playlists.

What is hard here: titles made of ordinary words, a genre that is asked for as if it were a kind, many to many.
"""

from __future__ import annotations

import datetime as dt
import random
from pathlib import Path

from tests.questions.expect_core import Tables
from tests.questions.new_graphs.records import Row, day, pick, read

GENRES = ["Jazz", "Ambient", "Folk", "Techno"]
ARTISTS = ["Glass Harbor", "Late Arrivals", "The Quiet Mill", "Nine Lanterns", "Best Intentions", "Orchard Street"]
COUNTRIES = ["Iceland", "Chile", "Ireland", "Iceland", "Chile", "Kenya"]
FIRST = ["Open", "Best", "Overdue", "Winter", "Paper", "Last", "Silent", "Copper", "Average", "Northern"]
SECOND = ["Roads", "Western", "Letters", "Machines", "Gardens", "Signals", "Rivers", "Rooms"]
PLAYLISTS = ["Morning coffee", "Deep focus", "Long drive", "Dinner party"]


def make(rng: random.Random) -> dict[str, list[Row]]:
    """The rows of each file."""
    titles = [f"{one} {other}" for one in FIRST for other in SECOND]
    rng.shuffle(titles)
    albums = [
        {
            "album_id": f"ALB{number:03d}",
            "title": titles[number],
            "artist_id": pick(rng, range(5), [5, 4, 3, 2, 1]) + 1,
            "genre_id": pick(rng, range(1, 5), [4, 3, 2, 1]),
            "released_on": day(rng, dt.date(2005, 1, 1), 7000),
            "format": pick(rng, ["vinyl", "CD", "digital"], [2, 3, 5]),
        }
        for number in range(24)
    ]
    tracks = [
        {
            "track_id": f"TR-{number}",
            "title": titles[24 + number % 56] + (" II" if number >= 56 else ""),
            "album_id": rng.choice(albums[:22])["album_id"],
            "length_seconds": rng.randrange(90, 600),
            "plays": int(rng.lognormvariate(8, 1)),
            "explicit": rng.choice(["yes", "no", "no"]),
        }
        for number in range(112)
    ]
    entries = [
        {"playlist_id": f"PL{n + 1}", "track_id": track["track_id"]}
        for n in range(3)
        for track in rng.sample(tracks, 20 + 5 * n)
    ]
    return {
        "genres": [{"id": n + 1, "name": name} for n, name in enumerate(GENRES)],
        "artists": [
            {"id": n + 1, "name": name, "country": COUNTRIES[n], "founded_year": 1990 + 4 * n}
            for n, name in enumerate(ARTISTS)
        ],
        "albums": albums,
        "tracks": tracks,
        "playlists": [{"id": f"PL{n + 1}", "name": name} for n, name in enumerate(PLAYLISTS)],
        "playlist_tracks": entries,
    }


def joined(folder: Path) -> Tables:
    """The records with what they are linked to."""
    genres = {row["id"]: row["name"] for row in read(folder, "genres")}
    artists = {row["id"]: row for row in read(folder, "artists")}
    albums = {row["album_id"]: row for row in read(folder, "albums")}
    playlists = {row["id"]: row for row in read(folder, "playlists")}
    tracks = {row["track_id"]: row for row in read(folder, "tracks")}
    for row in albums.values():
        artist = artists[row["artist_id"]]
        row |= {"artist": artist["name"], "country": artist["country"], "genre": genres[row["genre_id"]]}
        row["released"] = row["released_on"]
    listed: dict[str, list[str]] = {}
    for row in read(folder, "playlist_tracks"):
        listed.setdefault(row["track_id"], []).append(playlists[row["playlist_id"]]["name"])
    for key, row in tracks.items():
        album = albums[row["album_id"]]
        row |= {name: album[name] for name in ("artist", "country", "genre", "format")}
        row |= {"album": album["title"], "playlists": tuple(listed.get(key, ()))}
    for key, row in albums.items():
        row["tracks"] = tuple(track["title"] for track in tracks.values() if track["album_id"] == key)
    for row in artists.values():
        own = [album for album in albums.values() if album["artist"] == row["name"]]
        row["albums"] = tuple(album["title"] for album in own)
        row["genres"] = tuple(dict.fromkeys(album["genre"] for album in own))
    for row in playlists.values():
        row["tracks"] = tuple(t["title"] for t in tracks.values() if row["name"] in t["playlists"])
        row["artists"] = tuple({t["artist"] for t in tracks.values() if row["name"] in t["playlists"]})
    return {
        "genre": [{"name": name} for name in genres.values()],
        "artist": list(artists.values()),
        "album": list(albums.values()),
        "track": list(tracks.values()),
        "playlist": list(playlists.values()),
    }
