import "./in-a-circle.js";
