// A language in the address is not looked up on the disk: a page for other sites leaves the disk alone. This is the
// only reason why the module runs before the other modules. The other site may also name the language in the address.
const address = new URL(location.href);
if (!address.searchParams.has("lang")) {
  const spoken = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  address.searchParams.set("lang", spoken.find((language) => ["en", "fr"].includes(language)) ?? "en");
  history.replaceState(null, "", address);
}
