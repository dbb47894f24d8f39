-- The headers that a client sends: a plain one, or a browser's, as Chromium sends them from the page.
local clients = {
   plain = {},
   browser = {
      ["Accept"] = "application/json",
      ["Accept-Encoding"] = "gzip, deflate, br, zstd",
      ["Accept-Language"] = "en-CA,en;q=0.9,fr;q=0.8",
      ["Cache-Control"] = "no-cache",
      ["Connection"] = "keep-alive",
      ["Referer"] = "http://hall/",
      ["Sec-Fetch-Dest"] = "empty",
      ["Sec-Fetch-Mode"] = "cors",
      ["Sec-Fetch-Site"] = "same-origin",
      ["User-Agent"] = "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36",
   },
}

-- The headers of the client of this name, and these.
return function(name, headers)
   for header, value in pairs(clients[name]) do
      headers[header] = value
   end
   return headers
end
