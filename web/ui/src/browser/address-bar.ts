type Search = Record<string, unknown>

const INDEXED = /^([a-z]+)\[(\d{1,3})\]\[(\w+)\]$/

/** Reads `?a=1&tr[0][key]=Level` into `{a: '1', tr: [{key: 'Level'}]}`; every value stays text (WB-6), lists of texts too. */
export function parseSearch(text: string): Search {
  const search: Search = {}
  const lists = new Map<string, Map<number, Record<string, string>>>()
  for (const [name, value] of new URLSearchParams(text)) {
    const match = INDEXED.exec(name)
    if (!match) {
      search[name] = value
      continue
    }
    const [, list = '', index = '0', field = ''] = match
    const entries = lists.get(list) ?? new Map<number, Record<string, string>>()
    entries.set(Number(index), { ...entries.get(Number(index)), [field]: value })
    lists.set(list, entries)
  }
  for (const [name, entries] of lists) {
    search[name] = [...entries].sort(([a], [b]) => a - b).map(([, entry]) => entry)
  }
  return search
}

/** Writes what `parseSearch` reads. Undefined values are left out. */
export function stringifySearch(search: Search): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value === undefined || value === null) continue
    if (!Array.isArray(value) || value.every((entry) => typeof entry === 'string'))
      params.set(name, String(value)) // a list of texts with commas between them
    else
      for (const [index, entry] of value.entries()) {
        for (const [field, part] of Object.entries(entry))
          params.set(`${name}[${index}][${field}]`, String(part))
      }
  }
  const text = params.toString().replace(/%5B/g, '[').replace(/%5D/g, ']').replace(/%2C/g, ',')
  return text === '' ? '' : `?${text}`
}
