-- The requests of strangers, from addresses that a proxy names. Arguments: discard, batch, standings or sign-in, and the path
-- of the standings.
local kinds = {
   ["discard"] = { "POST", "/api/v1/discard", '{"cards":["5H","6H","7D","8S","9C"],"players":6,"crib":"own"}' },
   ["batch"] = { "POST", "/api/v1/score/batch", '{"hands":['
      .. string.rep('{"cards":["5H","6H","7D","8S"],"starter":"9C"},', 9999) .. '{"cards":["5H","5D","5S","JC"]}]}' },
   ["standings"] = { "GET", "" },
   ["sign-in"] = { "POST", "/api/v1/session", '{"password":"guessed-guessed"}' },
}

function init(args)
   method, path, body = unpack(kinds[args[1]])
   if args[1] == "standings" then
      path = args[2]
   end
   count = 0
end

function request()
   count = count + 1
   local address = "192.0.2." .. count % 20
   return wrk.format(method, path, { ["Content-Type"] = "application/json", ["X-Forwarded-For"] = address }, body)
end

function done(summary, latency)
   local errors = summary.errors
   io.write(string.format("strangers %.0f %.0f\n", (summary.requests - errors.status) / summary.duration * 1e6,
      errors.status / summary.duration * 1e6))
end
