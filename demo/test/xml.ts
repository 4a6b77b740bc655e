/**
 * Why a text isn't well-formed XML of the small kind that the pictures use (elements and quoted attributes,
 * no text, entities or comments), or undefined when it is.
 */
export function faultOf(xml: string): string | undefined {
  const token = /<(\/?)([A-Za-z][\w-]*)((?:\s[\w:-]+="[^"<>&]*")*)\s*(\/?)>/y
  const open: string[] = []
  while (token.lastIndex < xml.length) {
    const start = token.lastIndex
    const [, closing, name = '', attributes = '', empty] = token.exec(xml) ?? []
    if (closing === undefined) return `unexpected ${xml.slice(start, start + 40)}`
    const names = [...attributes.matchAll(/\s([\w:-]+)=/g)].map(([, attribute]) => attribute)
    if (new Set(names).size !== names.length) return `<${name}> has an attribute twice`
    if (closing === '/' && open.pop() !== name) return `</${name}> closes nothing`
    if (closing === '' && empty === '') open.push(name)
    if (open.length === 0 && token.lastIndex < xml.length) return 'content after the root'
  }
  return open.length === 0 ? undefined : `<${open.join('><')}> stays open`
}
