import "../ui/board.js";
