export type LiveEvent = { id: string | undefined; type: string; data: string }

/** Reads server-sent events from text that arrives in pieces; returns what is complete and keeps the rest. */
export function eventReader() {
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
      const data = all('data')
      if (data.length === 0) return []
      return [{ id: all('id').at(-1), type: all('event').at(-1) ?? 'message', data: data.join('\n') }]
    })
  }
}
