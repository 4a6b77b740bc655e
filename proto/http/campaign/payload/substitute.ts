import { type Payload, VARIABLE } from './modules.ts'

/** What the variables of a text may be, besides those of the payload itself. */
export type Names = {
  token_id?: string
  item_name?: string
  collection_name?: string
  project_name?: string
}

const NAMED = ['name', 'token_id', 'item_name', 'collection_name', 'project_name'] as const
const ATTRIBUTE = 'attribute.'
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)

function attributeOf({ attributes = {} }: Payload, key: string): string | undefined {
  return Object.hasOwn(attributes, key) ? String(attributes[key]?.value) : undefined
}

function textOf(variable: string, payload: Payload, names: Names): string | undefined {
  if (variable.startsWith(ATTRIBUTE)) return attributeOf(payload, variable.slice(ATTRIBUTE.length))
  const known = NAMED.find((name) => name === variable)
  if (known === undefined) return undefined
  return known === 'name' ? payload.name : names[known]
}

/** CA-61: one pass, so that no value is read as a variable; what has no value stays as it is written. @param write how a value is written: as HTML */
export const substitute = (text: string, payload: Payload, names: Names, write = escaped) =>
  text.replace(VARIABLE, (written, variable: string) => {
    const value = textOf(variable, payload, names)
    return value === undefined ? written : write(value)
  })

/** CA-61: variables that no name and no attribute answers to, each once, as they are written. */
export function unknownVariables(text: string, payload: Payload): string[] {
  const isKnown = (variable: string) =>
    NAMED.some((name) => name === variable) ||
    (variable.startsWith(ATTRIBUTE) && attributeOf(payload, variable.slice(ATTRIBUTE.length)) !== undefined)
  const found = [...text.matchAll(VARIABLE)].filter(([, variable = '']) => !isKnown(variable))
  return [...new Set(found.map(([written]) => written))]
}
