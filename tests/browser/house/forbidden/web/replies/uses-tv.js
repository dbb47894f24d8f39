import "../tv/board.js";
