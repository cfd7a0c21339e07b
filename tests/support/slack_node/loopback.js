// The stand-in has no option for the address that it listens on, and would take all interfaces of the machine.
const serve = Bun.serve;
Bun.serve = (options) => serve({ ...options, hostname: "127.0.0.1" });
