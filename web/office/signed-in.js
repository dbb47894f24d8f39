import { SignIn } from "./sign-in.js";
import { session } from "./session.js";

/**
 * A view that is the coordinator's alone: whoever is not signed in is asked to, and then finds it.
 * @param {{mount: Function}} view as the router's views are
 * @returns {{mount: Function}}
 */
export function signedIn(view) {
  return {
    mount(place) {
      let end = null;
      let shown = null;
      const show = () => {
        if (shown === session.open) return;
        shown = session.open;
        end?.();
        end = null;
        place.root.replaceChildren();
        if (shown) end = view.mount(place) ?? null;
        else place.root.append(new SignIn().node);
      };
      session.addEventListener("change", show);
      show();
      return () => {
        session.removeEventListener("change", show);
        end?.();
      };
    },
  };
}
