/** The sign-in page that the browser is sent to. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { both, type Html, html, page, type Text } from '../html.ts'
import type { KycLevel } from '../options.ts'
import { read } from '../refusal.ts'
import type { People, Person } from './people.ts'
import { returnAddress, type Session, type Sessions } from './sessions.ts'

const idSchema = z.object({ id: z.string() })

const decisionSchema = z.object({ decision: z.enum(['approve', 'reject']), userId: z.string().optional() })

type Deps = { people: People; sessions: Sessions }

/** Routes under `/join/webview`. */
export function joinWebview(app: FastifyInstance, { people, sessions }: Deps) {
  app.get('/join/webview/:id', async ({ params }, reply) => {
    const session = sessions.demand(read(idSchema, params).id)
    return reply.type('text/html').send(webviewPage(session, people.all()))
  })

  app.get('/join/webview/:id/state', async ({ params }) => {
    const session = sessions.demand(read(idSchema, params).id)
    return { status: session.status, next: returnAddress(session) }
  })

  app.post('/join/webview/:id', async ({ params, body }, reply) => {
    const session = sessions.demand(read(idSchema, params).id)
    // Decided on the phone a moment earlier: the browser only follows.
    if (session.status === 'approved' || session.status === 'rejected')
      return reply.redirect(returnAddress(session), 303)
    if (session.status === 'expired') return reply.redirect(`/join/webview/${session.id}`, 303)
    const { decision, userId } = read(decisionSchema, body)
    return reply.redirect(returnAddress(sessions.decide(session.id, decision, userId)), 303)
  })
}

const levelTexts: Record<KycLevel, Text> = {
  BRONZE: { th: 'บรอนซ์', en: 'BRONZE' },
  SILVER: { th: 'ซิลเวอร์', en: 'SILVER' },
  GOLD: { th: 'โกลด์', en: 'GOLD' },
}

/** A person's KYC level as a badge. */
export const levelBadge = (level: KycLevel) =>
  html`<span class="badge level-${level.toLowerCase()}">${both(levelTexts[level])}</span>`

/** A person's initial in a circle. */
export const avatar = ({ nameEN }: Person) =>
  html`<span class="avatar" aria-hidden="true">${nameEN.slice(0, 1)}</span>`

export const joinHeader = html`
<header class="top">
  <div class="brand"><span class="mark join" aria-hidden="true">J</span>
  <div>${both({ th: 'กระเป๋า Join', en: 'Join wallet' })}</div></div>
  <span class="badge wait">${both({ th: 'ระบบทดสอบ', en: 'Sandbox' })}</span>
</header>`

function webviewPage(session: Session, everyone: readonly Person[]): string {
  const people = session.addressee ? everyone.filter(({ id }) => id === session.addressee) : everyone
  const body = session.status === 'pending' ? pendingBody(session, people) : endedBody(session)
  return page('เข้าสู่ระบบด้วย Join · Sign in with Join', html`${joinHeader}<main>${body}</main>`)
}

function pendingBody(session: Session, people: readonly Person[]): Html {
  const choices = people.map(
    (person, index) => html`<label class="person">
      <input type="radio" name="userId" value="${person.id}" ${index === 0 && html`checked`}>
      ${avatar(person)}
      <span class="grow">${both({ th: person.nameTH, en: person.nameEN })}<span class="en">${person.phone}</span></span>
      ${levelBadge(person.level)}
    </label>`,
  )
  return html`<form class="card" method="post">
    <h1>${both({ th: 'เข้าสู่ระบบ', en: 'Sign in' })}</h1>
    <p class="hint">${both({
      th: `${new URL(session.redirectUrl).host} ขอทราบว่าคุณคือใคร และระดับยืนยันตัวตนของคุณ`,
      en: `${new URL(session.redirectUrl).host} asks who you are and your verification level.`,
    })}</p>
    ${session.addressee !== null && html`<p class="hint">${both({ th: 'ส่งคำขอไปที่โทรศัพท์แล้ว อนุมัติที่นั่นหรือที่นี่ก็ได้', en: 'Also sent to the phone: approve there or here.' })}</p>`}
    <fieldset><legend>${both({ th: 'เลือกคนตัวอย่าง', en: 'Choose a demonstration person' })}</legend>${choices}</fieldset>
    <div class="choices">
      <button class="good" name="decision" value="approve">${both({ th: 'อนุมัติ', en: 'Approve' })}</button>
      <button class="plain" name="decision" value="reject">${both({ th: 'ปฏิเสธ', en: 'Reject' })}</button>
    </div>
  </form>
  <script>
    setInterval(async () => {
      const answer = await fetch(location.pathname + '/state')
      const { status, next } = await answer.json()
      if (status === 'approved' || status === 'rejected') location.replace(next)
      if (status === 'expired') location.reload()
    }, 1000)
  </script>`
}

const endTexts: Record<Exclude<Session['status'], 'pending'>, Text> = {
  approved: { th: 'เข้าสู่ระบบแล้ว', en: 'Signed in' },
  rejected: { th: 'ปฏิเสธแล้ว', en: 'Rejected' },
  expired: { th: 'คำขอนี้หมดเวลาแล้ว', en: 'This request has expired' },
}

function endedBody(session: Session): Html {
  if (session.status === 'pending') return html``
  return html`<section class="card centre"><h1>${both(endTexts[session.status])}</h1>
    <a class="button plain" href="${returnAddress(session)}">${both({ th: 'กลับไปที่เว็บไซต์', en: 'Back to the site' })}</a></section>`
}
