"""Slack's limits, each with where it is written, and the lower ones that we keep to.

Lengths are in UTF-16 units: Slack does not say how it counts, and this count is never the smaller one.
"""

# --- Slack's own

# docs.slack.dev/reference/block-kit/blocks: "Maximum of 50 blocks in messages"
BLOCKS = 50
# docs.slack.dev/reference/block-kit/composition-objects/text-object: text of 1 to 3,000 characters
TEXT_OBJECT = 3_000
# docs.slack.dev/reference/block-kit/blocks/context-block: at most 10 elements
CONTEXT_ELEMENTS = 10
# docs.slack.dev/reference/block-kit/blocks/actions-block: at most 25 elements
ACTIONS_ELEMENTS = 25
# docs.slack.dev/reference/block-kit/block-elements/button-element: text 75, value 2,000, action_id 255
BUTTON_TEXT = 75
BUTTON_VALUE = 2_000
ACTION_ID = 255
BLOCK_ID = 255
# docs.slack.dev/reference/block-kit/blocks/table-block: 100 rows (the header is one) of 20 cells, one table per
# message, 10,000 characters in all cells together
TABLE_ROWS = 100
TABLE_COLUMNS = 20
TABLE_CHARACTERS = 10_000
TABLES = 1
# docs.slack.dev/reference/methods/chat.postMessage: text is cut beyond 40,000 characters
POST_TEXT = 40_000
# docs.slack.dev/reference/methods/chat.update: msg_too_long from about 4,000 characters on
UPDATE_TEXT = 4_000
# docs.slack.dev/reference/methods/assistant.threads.setStatus: at most 10 loading messages; gone after 2 minutes
LOADING_MESSAGES = 10
STATUS_SECONDS = 120

# --- ours, below them

# All text of a message's blocks together: msg_blocks_too_long was seen at 11,000 to 13,000 and is undocumented.
ALL_BLOCKS = 9_000
# Any message may become an update, so the fallback text keeps to the lower limit, escaped.
FALLBACK_TEXT = 3_000
# More buttons than this are a menu, not an offer.
BUTTONS = 5
# A table cell: a long text among short values makes the table unreadable.
CELL = 120
STATUS_TEXT = 100
