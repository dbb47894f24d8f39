-- Posts an everyday hand: three fifteens and a pair.
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.body = '{"cards":["8S","7H","7D","AC"],"starter":"KD"}'
