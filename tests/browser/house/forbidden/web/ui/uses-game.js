import "../game/seats.js";
