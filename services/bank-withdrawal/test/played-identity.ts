import { createServer } from 'node:http'
import { verifiedPerson } from '@talad/proto/http/identity/verified-person'

/** A person as identity tells of them. */
export type Told = { kycLevel: number; names: { th: string | null; en: string | null } }

const SOMCHAI: Told = { kycLevel: 2, names: { th: 'นาย สมชาย ใจดี', en: 'Somchai Jaidee' } }

/** Identity as far as it is asked here: everybody is SILVER, until a test says otherwise. */
export async function playIdentity() {
  const people = new Map<string, Told>()
  const state = { isAway: false }
  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? '/', 'http://identity')
    const isKnown = asked.pathname === verifiedPerson.path
    response.statusCode = state.isAway ? 503 : isKnown ? 200 : 404
    const { kycLevel, names } = people.get(asked.searchParams.get('account_id') ?? '') ?? SOMCHAI
    response.setHeader('content-type', 'application/json')
    const person = { customer_id: 'join-x', kyc_level: kycLevel, name_th: names.th, name_en: names.en }
    response.end(JSON.stringify(person))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    people,
    state,
    url: `http://127.0.0.1:${address.port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
