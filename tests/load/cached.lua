-- Reads one path again and again. Arguments: the path, the client ("plain" or "browser"), a token, and the tag of the answer
-- that the client has, or nothing.
local client = dofile("tests/load/client.lua")

function init(args)
   local headers = client(args[2], { ["Authorization"] = "Bearer " .. args[3] })
   headers["If-None-Match"] = args[4]
   read = wrk.format("GET", args[1], headers)
end

function request()
   return read
end

function done(summary)
   local errors = summary.errors
   io.write(string.format("cached %d %.0f %d\n", summary.requests, summary.requests / summary.duration * 1e6,
      errors.status + errors.connect + errors.read + errors.timeout))
end
