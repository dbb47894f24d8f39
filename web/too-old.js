// Says in a browser that is too old for the page what to do: the page would stay blank there. Such a browser may read no module and
// no syntax that is younger than ES5. Each of the oldest browsers in the README has the five features below.
(function () {
  var isNew =
    "noModule" in document.createElement("script") &&
    "findLast" in Array.prototype &&
    "hasOwn" in Object &&
    "structuredClone" in window &&
    "HTMLDialogElement" in window;
  if (isNew) return;

  var texts = [
    { lang: "fr", words: "Ce navigateur est trop ancien pour Pegout. Mettez-le à jour, ou prenez au moins " },
    { lang: "en", words: "This browser is too old for Pegout. Update it, or use at least " },
  ];
  for (var at = 0; at < texts.length; at += 1) {
    var line = document.createElement("p");
    line.lang = texts[at].lang;
    line.appendChild(document.createTextNode(texts[at].words + "Safari 15.6 (iOS 15.6), Chrome 108, Firefox 121."));
    document.body.insertBefore(line, document.body.firstChild);
  }
})();
