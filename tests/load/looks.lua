-- Looks at one game after a pause. Arguments: the game's path, the client ("plain" or "browser"), and how many
-- milliseconds a connection waits between an answer and its next request, on average.
local client = dofile("tests/load/client.lua")

function init(args)
   wait = tonumber(args[3])
   math.randomseed(1)
   look = wrk.format("GET", args[1], client(args[2], {}))
end

function request()
   return look
end

function delay()
   return math.floor(math.random() * (2 * wait + 1))
end

function done(summary, latency)
   local errors = summary.errors
   io.write(string.format("looks %.0f %.2f %.2f %d\n", summary.requests / summary.duration * 1e6,
      latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
      errors.status + errors.connect + errors.read + errors.timeout))
end
