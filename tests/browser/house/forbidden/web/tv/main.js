import("./uses-club.js");
