// A language that stands in the address is not looked for on the disk, which a page for other sites leaves alone. Only
// for this does the module run before the others; that page may also name the language itself.
const address = new URL(location.href);
if (!address.searchParams.has("lang")) {
  const spoken = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  address.searchParams.set("lang", spoken.find((language) => ["en", "fr"].includes(language)) ?? "en");
  history.replaceState(null, "", address);
}
