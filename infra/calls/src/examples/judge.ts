import type { Example, Examples } from '@talad/gateway/docs/examples'
import type { Endpoint } from '@talad/proto/http/contract'
import { shown } from './record.ts'

/** Answered by bytes, or by a way on. */
const isAnsweredOtherwise = ({ name, status }: Endpoint) => name === 'getMedia' || status === 302

/** MO-36: what everybody may ask for names no customer. */
function namesSomebody({ auth }: Endpoint, { answer }: Example): boolean {
  return auth.kind === 'visitor' && /"join-/.test(JSON.stringify(answer ?? null))
}

function faultsOf(endpoint: Endpoint, example: Example): string[] {
  const parts = [
    ['params', endpoint.params, example.params],
    ['query', endpoint.query, example.query ?? {}],
    ['body', endpoint.form ? undefined : endpoint.body, example.body],
    ['answer', isAnsweredOtherwise(endpoint) ? undefined : endpoint.response, example.answer],
  ] as const
  const told = namesSomebody(endpoint, example) ? [`${endpoint.name} tells a customer id to everybody`] : []
  const unfit = parts.flatMap(([part, schema, value]) => {
    const issue = schema?.safeParse(value).error?.issues[0]
    return issue ? [`${endpoint.name} ${part}.${issue.path.join('.')}: ${issue.message}`] : []
  })
  return [...told, ...unfit]
}

/** What is wrong with a set of examples: one is missing, too many, or not as the contracts say. */
export function faultsIn(examples: Examples): string[] {
  const wanted = shown.map(({ endpoint }) => endpoint)
  const names = new Set(wanted.map(({ name }) => name))
  const strange = Object.keys(examples).filter((name) => !names.has(name))
  return [
    ...strange.map((name) => `${name}: there is no such call, or it has none for a reason`),
    ...wanted.flatMap((endpoint) => {
      const example = examples[endpoint.name]
      return example ? faultsOf(endpoint, example) : [`${endpoint.name}: no example`]
    }),
  ]
}
