export const used = "by a module";
