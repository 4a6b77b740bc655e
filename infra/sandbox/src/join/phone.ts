/** A page that plays a person's phone: what waits for them, with Approve and Reject. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { both, type Html, html, page, type Text, when } from '../html.ts'
import { read } from '../refusal.ts'
import { type Description, describe } from './describe.ts'
import type { People, Person } from './people.ts'
import type { Requests, WalletRequest } from './requests.ts'
import type { Session, Sessions } from './sessions.ts'
import type { TokenNames } from './tokens.ts'
import { avatar, joinHeader, levelBadge } from './webview.ts'

const userSchema = z.object({ userId: z.string() })

const itemSchema = z.object({ userId: z.string(), kind: z.enum(['request', 'session']), id: z.string() })

const decisionSchema = z.object({
  decision: z.enum(['approve', 'reject']),
  digits: z.string().max(8).default(''),
})

type Deps = { people: People; sessions: Sessions; requests: Requests; names: TokenNames }

/** Routes under `/join/phone`. */
export function joinPhone(app: FastifyInstance, deps: Deps) {
  const { people, sessions, requests } = deps

  app.get('/join/phone', async (_request, reply) => reply.type('text/html').send(choosePage(people.all())))

  app.get('/join/phone/:userId', async ({ params }, reply) => {
    const person = people.demand(read(userSchema, params).userId)
    return reply.type('text/html').send(phonePage(person, await list(person, deps)))
  })

  app.get('/join/phone/:userId/list', async ({ params }, reply) => {
    const person = people.demand(read(userSchema, params).userId)
    return reply.type('text/html').send((await list(person, deps)).html)
  })

  app.post('/join/phone/:userId/:kind/:id', async ({ params, body }, reply) => {
    const { userId, kind, id } = read(itemSchema, params)
    const { decision, digits } = read(decisionSchema, body)
    const person = people.demand(userId)
    const item = kind === 'request' ? requests.demand(id) : sessions.demand(id)
    // A button pressed too late shows the list as it has become.
    if (item.status === 'pending') {
      if (kind === 'request') await requests.decide(id, decision)
      else sessions.answer(id, decision, person.id, digits)
    }
    return reply.redirect(`/join/phone/${person.id}`, 303)
  })
}

async function list(person: Person, { sessions, requests, names }: Deps): Promise<Html> {
  const signIns = sessions.all().filter(({ addressee }) => addressee === person.id)
  const wallet = requests.all().filter(({ userId }) => userId === person.id)
  const waiting = await Promise.all(
    wallet
      .filter(({ status }) => status === 'pending')
      .map(async (request) => ({
        request,
        description: await describe(request.payload, names),
      })),
  )
  const cards = [
    ...signIns.filter(({ status }) => status === 'pending').map((session) => signInCard(person, session)),
    ...waiting.map(({ request, description }) => requestCard(person, request, description)),
  ]
  const done = await Promise.all(
    wallet
      .filter(({ status }) => status !== 'pending')
      .slice(-5)
      .reverse()
      .map((request) => doneRow(request, names)),
  )
  return html`${
    cards.length
      ? cards
      : html`<div class="empty">${both({ th: 'ไม่มีคำขอที่รออยู่', en: 'Nothing is waiting' })}</div>`
  }${done.length > 0 && html`<h2>${both({ th: 'ก่อนหน้านี้', en: 'Earlier' })}</h2><ul class="done">${done}</ul>`}`
}

const buttons = html`<div class="two">
  <button class="plain" name="decision" value="reject">${both({ th: 'ปฏิเสธ', en: 'Reject' })}</button>
  <button class="good" name="decision" value="approve">${both({ th: 'อนุมัติ', en: 'Approve' })}</button>
</div>`

const expiry = (expiresAt: string) =>
  html`<p class="hint">${both({ th: `หมดเวลา ${when(new Date(expiresAt))}`, en: 'Expires' })}</p>`

const purposes: Record<Session['purpose'], (session: Session) => Text> = {
  'sign-in': () => ({ th: 'เข้าสู่ระบบ', en: 'Sign in' }),
  link: ({ account }) => ({ th: `เชื่อมกับบัญชี ${account}`, en: `Link to account ${account}` }),
  renew: () => ({ th: 'ยืนยันตัวตนอีกครั้ง', en: 'Confirm that it is you' }),
}

const digitsField = html`<label class="field">${both({ th: 'ตัวเลขสองหลักบนหน้าจอที่คุณกำลังเข้าสู่ระบบ', en: 'The two digits on the screen where you sign in' })}
  <input name="digits" inputmode="numeric" pattern="[0-9]{2}" maxlength="2" autocomplete="off"></label>`

function signInCard(person: Person, session: Session): Html {
  const { site: host } = session
  return html`<form class="card" method="post" action="/join/phone/${person.id}/session/${session.id}" data-session="${session.id}">
    <h2>${both(purposes[session.purpose](session))}</h2>
    <p class="hint">${both({ th: `${host} ขอทราบว่าคุณคือใคร`, en: `${host} asks who you are.` })}</p>
    ${session.compare !== '' && digitsField}
    ${session.wrongDigits > 0 && html`<p class="hint">${both({ th: 'ตัวเลขไม่ตรงกัน ถ้าคุณไม่ได้กำลังเข้าสู่ระบบ ให้กดปฏิเสธ', en: 'These were not the digits. Reject if it isn’t you who signs in.' })}</p>`}
    ${buttons}${expiry(session.expiresAt)}
  </form>`
}

function requestCard(
  person: Person,
  request: WalletRequest,
  { title, facts, meaning, raw }: Description,
): Html {
  return html`<form class="card" method="post" action="/join/phone/${person.id}/request/${request.id}" data-request="${request.id}">
    <h2>${both(title)}</h2>
    <dl>${facts.map(({ label, value }) => html`<div class="fact"><dt>${both(label)}</dt><dd>${value}</dd></div>`)}</dl>
    ${raw !== undefined && html`<pre tabindex="0">${raw}</pre>`}
    <p class="hint">${both(meaning)}</p>
    ${buttons}${expiry(request.expiresAt)}
  </form>`
}

const statusTexts: Record<WalletRequest['status'], Text & { tone: string }> = {
  pending: { th: 'รออยู่', en: 'Waiting', tone: 'wait' },
  signed: { th: 'ลงชื่อแล้ว', en: 'Signed', tone: 'good' },
  sent: { th: 'ส่งแล้ว', en: 'Sent', tone: 'good' },
  rejected: { th: 'ปฏิเสธแล้ว', en: 'Rejected', tone: 'quiet' },
  failed: { th: 'ไม่สำเร็จ', en: 'Failed', tone: 'bad' },
  expired: { th: 'หมดเวลา', en: 'Expired', tone: 'quiet' },
}

async function doneRow(request: WalletRequest, names: TokenNames): Promise<Html> {
  const { title } = await describe(request.payload, names)
  const status = statusTexts[request.status]
  return html`<li><div class="grow">${both(title)}${request.error !== undefined && html`<small>${request.error}</small>`}</div>
    <span class="badge ${status.tone}">${both(status)}</span></li>`
}

function phonePage(person: Person, content: Html): string {
  const body = html`<main class="phone">
    <div class="screen">
      <header class="owner">${avatar(person)}
        <h1 class="grow">${both({ th: person.nameTH, en: person.nameEN })}</h1>${levelBadge(person.level)}</header>
      <div id="list" aria-live="polite">${content}</div>
      <p class="centre"><a href="/join/phone">${both({ th: 'เปลี่ยนคน', en: 'Another person' })}</a></p>
    </div>
  </main>
  <script>
    let shown
    setInterval(async () => {
      const answer = await fetch(location.pathname + '/list')
      const text = await answer.text()
      if (answer.ok && shown !== undefined && text !== shown) document.getElementById('list').innerHTML = text
      if (answer.ok) shown = text
    }, 1000)
  </script>`
  return page(`โทรศัพท์ของ${person.nameTH} · Phone of ${person.nameEN}`, body, 'handset')
}

function choosePage(people: readonly Person[]): string {
  const links = people.map(
    (person) => html`<a class="person" href="/join/phone/${person.id}">${avatar(person)}
      <span class="grow">${both({ th: person.nameTH, en: person.nameEN })}<span class="en">${person.phone}</span></span>
      ${levelBadge(person.level)}</a>`,
  )
  const body = html`${joinHeader}<main><section class="card">
    <h1>${both({ th: 'โทรศัพท์ของใคร', en: 'Whose phone?' })}</h1>${links}</section></main>`
  return page('โทรศัพท์ · Phones', body)
}
