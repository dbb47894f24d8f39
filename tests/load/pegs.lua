-- Pegs a point a request, over 64 games in turn. A game takes 230 pegs. The next game begins in good time, which is one
-- request in 231. Arguments: a number for this run, the average milliseconds that a connection waits between an answer and
-- its next request, and the client ("plain" or "browser"; plain). If two runs share the games, the last argument is the
-- number of this run (0 or 1).
local client = dofile("tests/load/client.lua")
local games, pegs, phone = 64, 230, 0

function init(args)
   run, wait = tonumber(args[1]), tonumber(args[2])
   headers = client(args[3] or "plain", headers)
   if args[4] then
      pegs, phone = pegs / 2, tonumber(args[4])
   end
   sent = {}
   slot = 0
   math.randomseed(run)
end

local function game(slot, generation)
   return string.format("%08x-%04x-4000-8000-%012x", run, slot, generation)
end

local body = { '{"side":0,"points":1}', '{"side":1,"points":1}' }
local begin = '{"sides":[{"name":"Us"},{"name":"Them"}],"scorer_token":"' .. string.rep("A", 43) .. '"}'
headers = { ["Content-Type"] = "application/json", ["Authorization"] = "Bearer " .. string.rep("A", 43) }

function request()
   local nth = sent[slot] or 0
   local generation, peg = math.floor(nth / (pegs + 1)), nth % (pegs + 1)
   local path, content
   if peg == 100 then
      path, content = "/api/v1/games/" .. game(slot, generation + 1), begin
   else
      path = "/api/v1/games/" .. game(slot, generation) .. string.format("/pegs/%08x-%04x-4000-8000-000000000000", peg, phone)
      content = body[peg % 2 + 1]
   end
   sent[slot] = nth + 1
   slot = (slot + 1) % games
   return wrk.format("PUT", path, headers, content)
end

function delay()
   return math.floor(math.random() * (2 * wait + 1))
end

function done(summary, latency)
   local errors = summary.errors
   io.write(string.format("pegs %.0f %.2f %.2f %d\n", summary.requests / summary.duration * 1e6,
      latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
      errors.status + errors.connect + errors.read + errors.timeout))
end
