/** LINE Login 2.1 and its page: https://developers.line.biz/en/reference/line-login/ */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { faultable } from '../faults.ts'
import { both, html, page } from '../html.ts'
import type { People } from '../join/people.ts'
import { avatar } from '../join/webview.ts'
import { notFound, read } from '../refusal.ts'
import { type LineBooks, wrongSchema } from './channels.ts'

const askedSchema = z.object({
  response_type: z.literal('code'),
  client_id: z.string(),
  redirect_uri: z.url(),
  state: z.string().min(1),
  scope: z.string(),
  nonce: z.string().min(1),
  code_challenge: z.string().length(43),
  code_challenge_method: z.literal('S256'),
  max_age: z.coerce.number().int().min(0).optional(),
})

const tokenSchema = z.object({
  grant_type: z.literal('authorization_code'),
  code: z.string(),
  redirect_uri: z.string(),
  client_id: z.string(),
  client_secret: z.string(),
  code_verifier: z.string(),
})

const choiceSchema = z.object({ decision: z.enum(['approve', 'reject']), userId: z.string().default('') })
const liffSchema = z.strictObject({ channelId: z.string(), userId: z.string() })
const decideSchema = z.strictObject({
  url: z.url(),
  decision: z.enum(['approve', 'reject']),
  userId: z.string(),
})

const pushSchema = z.object({
  to: z.string().regex(/^U[0-9a-f]{32}$/),
  messages: z
    .array(z.object({ type: z.literal('text'), text: z.string().min(1).max(5_000) }))
    .min(1)
    .max(5),
})

type Deps = { line: LineBooks; people: People }

/** Where the browser goes after the person's choice. */
function answered(
  { line }: Deps,
  query: unknown,
  { decision, userId }: z.output<typeof choiceSchema>,
): string {
  const asked = read(askedSchema, query)
  const channel = line.channel(asked.client_id)
  if (!channel) throw notFound('channel')
  const target = new URL(asked.redirect_uri)
  target.searchParams.set('state', asked.state)
  const { nonce, code_challenge: challenge, redirect_uri: redirectUri } = asked
  const isDated = asked.max_age !== undefined
  if (decision === 'approve')
    target.searchParams.set('code', line.newCode({ channel, userId, nonce, challenge, redirectUri, isDated }))
  else target.searchParams.set('error', 'access_denied')
  return target.href
}

/** Routes under `/line`, and the control of how they go wrong. */
export function lineLogin(app: FastifyInstance, deps: Deps) {
  const { line, people } = deps
  app.get('/line/oauth2/v2.1/authorize', async ({ query }, reply) => {
    read(askedSchema, query)
    return reply.type('text/html').send(linePage(people))
  })
  app.post('/line/oauth2/v2.1/authorize', async ({ query, body }, reply) =>
    reply.redirect(answered(deps, query, read(choiceSchema, body)), 303),
  )

  app.post('/line/api/oauth2/v2.1/token', faultable('line', 'token'), async ({ body }, reply) => {
    const asked = read(tokenSchema, body)
    const isKnown = line.channel(asked.client_id)?.channelSecret === asked.client_secret
    if (!isKnown)
      return reply.code(401).send({ error: 'invalid_client', error_description: 'invalid client' })
    return (
      (await line.exchange(asked)) ??
      reply.code(400).send({ error: 'invalid_grant', error_description: 'invalid authorization code' })
    )
  })
  app.get('/line/api/oauth2/v2.1/verify', faultable('line', 'verify'), async ({ query }, reply) => {
    const { access_token } = read(z.object({ access_token: z.string() }), query)
    return (
      line.verify(access_token) ??
      reply.code(400).send({ error: 'invalid_request', error_description: 'access token expired' })
    )
  })
  app.get('/line/api/oauth2/v2.1/certs', faultable('line', 'certs'), () => line.certs())
  app.get('/line/api/v2/profile', faultable('line', 'profile'), async ({ headers }, reply) => {
    const found = line.profile(headers.authorization?.replace(/^Bearer /, '') ?? '')
    return found ?? reply.code(401).send({ message: 'The access token expired' })
  })

  app.post('/line/api/v2/bot/message/push', faultable('line', 'push'), async ({ headers, body }, reply) => {
    const { to, messages } = read(pushSchema, body)
    const { authorization = '', 'x-line-retry-key': retryKey } = headers
    const text = messages.map((message) => message.text).join('\n')
    const key = typeof retryKey === 'string' ? retryKey : undefined
    const status = line.push(authorization.replace(/^Bearer /, ''), key, { to, text })
    if (status === 200) return { sentMessages: [{ id: '461230966842064897', quoteToken: 'sandbox' }] }
    const message =
      status === 409
        ? 'The retry key is already accepted'
        : 'Authentication failed. Confirm the access token.'
    return reply.code(status).send({ message })
  })
  app.get('/control/line/pushed', async () => ({ pushed: line.pushed() }))
  app.put('/control/line', async ({ body }) => {
    line.misbehave(read(wrongSchema, body))
    return {}
  })
  app.post('/control/line/liff', async ({ body }) => {
    const { channelId, userId } = read(liffSchema, body)
    const channel = line.channel(channelId)
    if (!channel) throw notFound('channel')
    return line.liff(channel, userId)
  })
  app.post('/control/line/decide', async ({ body }) => {
    const { url, ...choice } = read(decideSchema, body)
    return { location: answered(deps, Object.fromEntries(new URL(url).searchParams), choice) }
  })
}

function linePage(people: People): string {
  const choices = people.all().map(
    (person, index) => html`<label class="person">
      <input type="radio" name="userId" value="${person.id}" ${index === 0 && html`checked`}>
      ${avatar(person)}
      <span class="grow">${both({ th: person.nameTH, en: person.nameEN })}</span>
    </label>`,
  )
  const body = html`<main><form class="card" method="post">
    <h1>${both({ th: 'เข้าสู่ระบบด้วย LINE (จำลอง)', en: 'Sign in with LINE (stand-in)' })}</h1>
    <fieldset><legend>${both({ th: 'เลือกคนตัวอย่าง', en: 'Choose a demonstration person' })}</legend>${choices}</fieldset>
    <div class="choices">
      <button class="good" name="decision" value="approve">${both({ th: 'อนุญาต', en: 'Allow' })}</button>
      <button class="plain" name="decision" value="reject">${both({ th: 'ยกเลิก', en: 'Cancel' })}</button>
    </div>
  </form></main>`
  return page('LINE · Sandbox', body)
}
