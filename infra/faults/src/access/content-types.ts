import { book } from '@talad/calls/book'
import type { Prepared } from '@talad/calls/row'
import { addressOf, callerOf } from '@talad/calls/send'
import type { World } from '@talad/calls/world'
import type { Endpoint } from '@talad/proto/http/contract'
import { type Figures, holds } from '../proof.ts'
import type { System } from '../system.ts'
import { ask } from './doors.ts'

const BOUNDARY = 'xxbxx'

type Text = (body: object) => string

const json: Text = (body) => JSON.stringify(body)
const form: Text = (body) =>
  new URLSearchParams(
    Object.entries(body).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
const multipart: Text = (body) =>
  `${Object.entries(body)
    .map(
      ([name, value]) =>
        `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    .join('')}--${BOUNDARY}--\r\n`
const xml: Text = (body) => `<body>${Object.keys(body).map((name) => `<${name}/>`)}</body>`

/** How JSON may be called. */
const JSON_TYPES = [
  ...['application/json', 'Application/JSON', 'APPLICATION/JSON', ' application/json'],
  ...['application/json ', '\tapplication/json', 'application/json;'],
  ...['application/json; charset=utf-8', 'application/json;charset=UTF-8'],
  ...['application/json; charset=utf-16', 'application/json; charset=utf-7'],
  ...['application/json; charset=latin1', 'application/json; charset="utf-8"'],
  ...['application/json; x=y; z', 'application/json, text/plain', 'text/plain, application/json'],
  ...['application/json;application/json', 'application/json\ttext'],
  ...['application/json ;charset=utf-8', 'application/json+x', 'application/jsonx'],
  ...['xapplication/json', 'application/json/x', 'application/vnd.api+json'],
  ...['application/problem+json', 'application/ld+json', 'application/merge-patch+json'],
  ...['application/json-patch+json', 'application/x-json', 'application/json5'],
  ...['application/x-ndjson', 'application/csp-report', 'text/json', 'text/plain'],
  ...['text/plain; charset=utf-8', 'text/x-json', 'text/html', 'application/javascript'],
  ...['application/octet-stream', 'application/*', '*/*', 'json', 'application', '/', '', ';'],
  ...['a/b;c="d', 'application/cbor'],
]

/** How a body may be called, and what it then is. Undefined: it isn't called anything. */
const contentTypes: readonly [type: string | undefined, text: Text][] = [
  ...JSON_TYPES.map((type): [string, Text] => [type, json]),
  [undefined, json],
  ['application/x-www-form-urlencoded', form],
  ['application/x-www-form-urlencoded; charset=utf-8', form],
  ['APPLICATION/X-WWW-FORM-URLENCODED', form],
  ['application/x-www-form-urlencoded;boundary=x', form],
  [`multipart/form-data; boundary=${BOUNDARY}`, multipart],
  ['multipart/form-data', multipart],
  [`multipart/mixed; boundary=${BOUNDARY}`, multipart],
  ['application/xml', xml],
  ['text/xml; charset=utf-8', xml],
]

/** Every field of a good body, and none of them good: whoever takes this has not looked. */
function spoiled(body: object): object {
  const wrong = Object.keys(body).map((name) => [name, { wrong: [null] }])
  return Object.fromEntries([
    ...wrong,
    ['shipping_id', -1],
    ['amount', -1],
    ['refreshToken', 1],
    ['OrderNo', {}],
  ])
}

type Given = { endpoint: Endpoint; prepared: Prepared; headers: Record<string, string> }
type ContentType = (typeof contentTypes)[number]

async function tryType(host: string, { endpoint, prepared, headers }: Given, [type, text]: ContentType) {
  const sent = spoiled(Object(prepared.body))
  const accepts = endpoint.body?.safeParse(sent).success === true
  const answer = await ask(host + addressOf(endpoint, prepared), {
    method: endpoint.method,
    headers: { ...headers, ...(type === undefined ? {} : { 'content-type': type }) },
    // bytes: a text would get a type of its own
    body: new TextEncoder().encode(text(sent)),
  })
  const what = `${endpoint.name} with a bad body called ${JSON.stringify(type)}`
  holds(answer.status < 500, `${what} fails: ${answer.status} ${answer.text}`)
  // a call that takes any fields (the card provider's) believes none of them
  if (!accepts)
    holds(answer.status >= 400, `${what} is answered ${answer.status}: ${answer.text.slice(0, 200)}`)
}

/** Sends a bad body under every name that it may be given, to every call with a body, past the gateway and through it. */
export async function contentTypesAreChecked(system: System, world: World): Promise<Figures> {
  let tries = 0
  for (const row of book.filter(({ endpoint }) => endpoint.body && !endpoint.form)) {
    const { endpoint } = row
    const prepared = await row.prepare(world)
    const headers = await callerOf(world, row, prepared, system.service('gateway').env.INTERNAL_TOKENS)
    for (const host of [system.service(endpoint.service).url, system.run.gateway]) {
      await Promise.all(contentTypes.map((type) => tryType(host, { endpoint, prepared, headers }, type)))
      tries += contentTypes.length
    }
  }
  return { 'content types': contentTypes.length, 'bad bodies under them': tries, 'let through': 0 }
}
