-- A database as release 0.1.0 kept it: ../README.md.
PRAGMA application_id = 1348956021;
PRAGMA user_version = 1;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE event (
    stream  BLOB    NOT NULL CHECK (length(stream) = 16),
    version INTEGER NOT NULL CHECK (version >= 1),
    body    TEXT    NOT NULL,
    PRIMARY KEY (stream, version)
) STRICT;
INSERT INTO event VALUES(X'0197a00000007000800000000000000a',1,'{"at":"2026-11-21T10:01:07.445Z","by":"Ann''s phone","role":"scorer","token":"66687aad-f862-bd77-6c8f-c18b8e9f8e20","kind":"begun","game":"0197a000-0000-7000-8000-00000000000a","sides":[{"name":"Us","players":["Ann","Bob"]},{"name":"Them","players":["Cy","Di"]}],"rules":{"target":121,"skunk_below":91,"double_skunk_below":61,"game_values":[1,2,3],"muggins":true,"last_card_point":true,"crib_flush_of_four":false,"heels_can_win":true,"go_can_win":true,"first_deal":"loser"},"first_dealer":1,"rematch_of":null,"tally":[],"scorer":"66687aad-f862-bd77-6c8f-c18b8e9f8e20"}');
INSERT INTO event VALUES(X'0197a00000007000800000000000000a',2,'{"at":"2026-11-21T10:01:07.714Z","by":null,"role":"scorer","token":"66687aad-f862-bd77-6c8f-c18b8e9f8e20","kind":"pegged","id":"00000000-0000-4000-8000-000000000001","side":0,"points":2,"for":"heels","cards":null,"starter":"JC","tapped_at":null}');
INSERT INTO event VALUES(X'0197a00000007000800000000000000a',3,'{"at":"2026-11-21T10:01:07.822Z","by":"Cy''s phone","role":"scorer","token":"66687aad-f862-bd77-6c8f-c18b8e9f8e20","kind":"pegged","id":"00000000-0000-4000-8000-000000000002","side":1,"points":29,"for":"hand","cards":["5H","5D","5S","JC"],"starter":"5C","tapped_at":"2026-11-20T19:05:00.500Z"}');
INSERT INTO event VALUES(X'0197a00000007000800000000000000a',4,'{"at":"2026-11-21T10:01:08.139Z","by":null,"role":"scorer","token":"66687aad-f862-bd77-6c8f-c18b8e9f8e20","kind":"pegged","id":"00000000-0000-4000-8000-000000000003","side":0,"points":12,"for":"other","cards":null,"starter":null,"tapped_at":null}');
INSERT INTO event VALUES(X'0197a00000007000800000000000000a',5,'{"at":"2026-11-21T10:01:08.219Z","by":null,"role":"scorer","token":"66687aad-f862-bd77-6c8f-c18b8e9f8e20","kind":"peg_taken_back","peg":"00000000-0000-4000-8000-000000000003"}');
INSERT INTO event VALUES(X'0197a00000007000800000000000000a',6,'{"at":"2026-11-21T10:01:08.306Z","by":null,"role":"scorer","token":"66687aad-f862-bd77-6c8f-c18b8e9f8e20","kind":"deal_begun","number":2,"deal":"00000000-0000-4000-8000-000000000022"}');
INSERT INTO event VALUES(X'0197a00000007000800000000000000a',7,'{"at":"2026-11-21T10:01:08.375Z","by":null,"role":"scorer","token":"66687aad-f862-bd77-6c8f-c18b8e9f8e20","kind":"deal_begun","number":3,"deal":"00000000-0000-4000-8000-000000000033"}');
INSERT INTO event VALUES(X'0197a00000007000800000000000000a',8,'{"at":"2026-11-21T10:01:08.416Z","by":null,"role":"scorer","token":"66687aad-f862-bd77-6c8f-c18b8e9f8e20","kind":"deal_taken_back","number":3}');
INSERT INTO event VALUES(X'0197a00000007000800000000000000a',9,'{"at":"2026-11-21T10:01:08.485Z","by":null,"role":"scorer","token":"66687aad-f862-bd77-6c8f-c18b8e9f8e20","kind":"pegged","id":"00000000-0000-4000-8000-000000000004","side":0,"points":3,"for":"muggins","cards":null,"starter":null,"tapped_at":null}');
INSERT INTO event VALUES(X'0197a00000007000800000000000000a',10,'{"at":"2026-11-21T10:01:08.691Z","by":null,"role":"scorer","token":"66687aad-f862-bd77-6c8f-c18b8e9f8e20","kind":"result_entered","scores":[121,88],"reason":"The board says so."}');
INSERT INTO event VALUES(X'0197a00000007000800000000000000a',11,'{"at":"2026-11-21T10:01:08.747Z","by":null,"role":"scorer","token":"66687aad-f862-bd77-6c8f-c18b8e9f8e20","kind":"rematch_begun","game":"0197a000-0000-7000-8000-00000000000b","first_dealer":null}');
INSERT INTO event VALUES(X'0197a00000007000800000000000000a',12,'{"at":"2026-11-21T10:01:09.451Z","by":"Eve","role":"coordinator","token":"dd63b66c-3d61-cd05-d34a-0f38c807775a","kind":"result_entered","scores":[85,121],"reason":"The sides were swapped."}');
INSERT INTO event VALUES(X'0197a00000007000800000000000000b',1,'{"at":"2026-11-21T10:01:08.747Z","by":null,"role":"scorer","token":"66687aad-f862-bd77-6c8f-c18b8e9f8e20","kind":"begun","game":"0197a000-0000-7000-8000-00000000000b","sides":[{"name":"Us","players":["Ann","Bob"]},{"name":"Them","players":["Cy","Di"]}],"rules":{"target":121,"skunk_below":91,"double_skunk_below":61,"game_values":[1,2,3],"muggins":true,"last_card_point":true,"crib_flush_of_four":false,"heels_can_win":true,"go_can_win":true,"first_deal":"loser"},"first_dealer":1,"rematch_of":"0197a000-0000-7000-8000-00000000000a","tally":[2,0],"scorer":"66687aad-f862-bd77-6c8f-c18b8e9f8e20"}');
INSERT INTO event VALUES(X'0197a00000007000800000000000000b',2,'{"at":"2026-11-21T10:01:08.843Z","by":null,"role":"scorer","token":"66687aad-f862-bd77-6c8f-c18b8e9f8e20","kind":"pegged","id":"00000000-0000-4000-8000-000000000001","side":0,"points":1,"for":"go","cards":null,"starter":null,"tapped_at":null}');
INSERT INTO event VALUES(X'0197a00000007000800000000000000b',3,'{"at":"2026-11-21T10:01:09.451Z","by":"Eve","role":"coordinator","token":"dd63b66c-3d61-cd05-d34a-0f38c807775a","kind":"tally_carried","tally":[0,2]}');
INSERT INTO event VALUES(X'0197a00000007000800000000000000c',1,'{"at":"2026-11-21T10:01:09.519Z","by":null,"role":"scorer","token":"4b78063b-9c22-4da3-11bd-1d3fb969bba1","kind":"begun","game":"0197a000-0000-7000-8000-00000000000c","sides":[{"name":"Ann","players":["Ann"]},{"name":"Bob","players":["Bob"]},{"name":"Cy","players":["Cy"]}],"rules":{"target":121,"skunk_below":61,"double_skunk_below":null,"game_values":[1,2,2],"muggins":false,"last_card_point":true,"crib_flush_of_four":false,"heels_can_win":true,"go_can_win":true,"first_deal":"loser"},"first_dealer":0,"rematch_of":null,"tally":[],"scorer":"4b78063b-9c22-4da3-11bd-1d3fb969bba1"}');
INSERT INTO event VALUES(X'0197a00000007000800000000000000c',2,'{"at":"2026-11-21T10:01:09.606Z","by":null,"role":"scorer","token":"4b78063b-9c22-4da3-11bd-1d3fb969bba1","kind":"result_entered","scores":[121,60,40],"reason":null}');
INSERT INTO event VALUES(X'0197a00000007000800000000000000c',3,'{"at":"2026-11-21T10:01:09.798Z","by":null,"role":"scorer","token":"4b78063b-9c22-4da3-11bd-1d3fb969bba1","kind":"result_taken_back"}');
INSERT INTO event VALUES(X'0197a00000007000800000000000000c',4,'{"at":"2026-11-20T22:00:00.000Z","by":"Eve","role":"coordinator","token":null,"kind":"voided","reason":"Snow."}');
CREATE TABLE token (
    hash       BLOB    NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    role       TEXT    NOT NULL CHECK (role IN ('coordinator', 'scorer')),
    name       TEXT,
    -- Milliseconds since 1970; null: never.
    expires_at INTEGER
) STRICT, WITHOUT ROWID;
INSERT INTO token VALUES(X'4b78063b9c224da311bd1d3fb969bba19e7e91ee07b506f9c4c438828915563f','scorer',NULL,NULL);
INSERT INTO token VALUES(X'66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925','scorer',NULL,NULL);
INSERT INTO token VALUES(X'dd63b66c3d61cd05d34a0f38c807775a113b4c5730bf311fb9d3ae4370d426ed','coordinator','Eve',1795298469200);
CREATE TABLE password (
    only TEXT NOT NULL PRIMARY KEY DEFAULT 'coordinator' CHECK (only = 'coordinator'),
    hash TEXT NOT NULL
) STRICT;
INSERT INTO password VALUES('coordinator','$argon2id$v=19$m=19456,t=2,p=1$0Vbo9Uh6X2Lapo1MoGXmbA$+UhqV56dg/EHsDTNWxWEoGT6FlULVOAUgfVovGJx1rs');
CREATE TABLE trial (
    only INTEGER NOT NULL PRIMARY KEY CHECK (only = 1),
    at   INTEGER NOT NULL
) STRICT;
COMMIT;
