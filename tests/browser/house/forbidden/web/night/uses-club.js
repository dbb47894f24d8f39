import "../club/money.js";
