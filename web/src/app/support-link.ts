/** Where support is reached; a mail brings what they need to know, and the person reads it before it goes. */
export function supportLink(contact: string, facts: string): string {
  if (!contact.startsWith('mailto:')) return contact
  return `${contact}${contact.includes('?') ? '&' : '?'}body=${encodeURIComponent(facts)}`
}
