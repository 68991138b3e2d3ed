const LABEL = '[a-z]([-a-z0-9]*[a-z0-9])?'
const PATTERN = new RegExp(`^${LABEL}$`)
const WORDS = `a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '${LABEL}')`
const LONGEST = 63

/** What keeps a text from being a DNS label of RFC 1035, in Kubernetes' words. */
export function dnsLabelErrors(text: string): readonly string[] {
  return [
    ...(Buffer.byteLength(text) > LONGEST ? [`must be no more than ${LONGEST} characters`] : []),
    ...(PATTERN.test(text) ? [] : [WORDS]),
  ]
}
