export type LiveEvent = { type: string; data: string }

/**
 * Reads server-sent events from text that arrives in pieces; returns what is complete and keeps the rest.
 * @param onId told each id, also that of a block without data: it says how far everything was told
 */
export function eventReader(onId: (id: string) => void = () => {}) {
  let rest = ''
  return function read(text: string): LiveEvent[] {
    const blocks = (rest + text).replace(/\r\n?/g, '\n').split('\n\n')
    rest = blocks.pop() ?? ''
    return blocks.flatMap((block): LiveEvent[] => {
      const fields = block.split('\n').map((line): [string, string] => {
        const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
        return [name, value]
      })
      const all = (name: string) => fields.filter(([field]) => field === name).map(([, value]) => value)
      const id = all('id').at(-1)
      if (id !== undefined) onId(id)
      const data = all('data')
      if (data.length === 0) return []
      return [{ type: all('event').at(-1) ?? 'message', data: data.join('\n') }]
    })
  }
}
