const HOSTNAME =
  /^([a-zA-Z0-9\p{S}\p{L}]((-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?)|([a-zA-Z0-9\p{S}\p{L}](([a-zA-Z0-9\-\p{S}\p{L}]{0,61}[a-zA-Z0-9\p{S}\p{L}])?)(\.)){1,}([a-zA-Z\p{L}]){2,63})$/u

/** A label, or several with a top-level domain of letters only; in any script. */
export function isHostname(text: string): boolean {
  if (text.length > 255 || !HOSTNAME.test(text) || Buffer.byteLength(text) > 255) return false
  return text.split('.').every((label) => Buffer.byteLength(label) <= 63)
}
