import { copyFrom } from "../ui/controls.ts";

/** The link that calls a number, with its extension. */
export function telLink(phone: string): string {
  const [number, extension] = phone.split("x");
  return `tel:${number.replaceAll(/[^+\d]/g, "")}${extension ? `;ext=${extension.trim()}` : ""}`;
}

/** The link that opens a draft to one person. */
export function mailLink(to: string, subject: string, body: string): string {
  return `mailto:${encodeURIComponent(to)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

/**
 * Hands a text to the phone's sheet for sharing, or copies it if there is no such sheet.
 * @param input an input on the page, from which an old browser copies
 * @returns `none` if the user closed the sheet, `late` if the browser wants another tap
 */
export async function shareText(text: string, input: HTMLInputElement): Promise<"shared" | "copied" | "none" | "late"> {
  input.value = text;
  const canShare = typeof navigator.share === "function";
  try {
    await (canShare ? navigator.share({ text }) : copyFrom(input));
    return canShare ? "shared" : "copied";
  } catch (error) {
    // Some browsers allow it only at once after the tap.
    return (error as Error).name === "AbortError" ? "none" : "late";
  }
}
