import { createHash } from 'node:crypto'
import { job } from '@talad/shared/jobs'
import type { z } from 'zod'
import { openPersonalData } from '../account/personal-data.ts'
import type { Deps } from '../deps.ts'
import { lineNotice } from '../notification/line-notice.ts'

/** LINE knows a retry key for a day; what couldn't be told by then is told by the bell alone. */
const LAST_MS = 23 * 3_600_000

// no link: whoever imitates this message would have one
const TEXTS = {
  way_added:
    'มีการเพิ่มทางเข้าสู่ระบบของบัญชีคุณใน Talad ถ้าไม่ใช่คุณ ให้เข้าเว็บไซต์ไปตรวจสอบทันที\n\nA way to sign in was added to your Talad account. If it wasn’t you, open the site and look at it now.',
  way_removed:
    'มีการถอดทางเข้าสู่ระบบของบัญชีคุณใน Talad ถ้าไม่ใช่คุณ ให้เข้าเว็บไซต์ไปตรวจสอบทันที\n\nA way to sign in was taken off your Talad account. If it wasn’t you, open the site and look at it now.',
  line_removed:
    'LINE นี้ถูกถอดออกจากบัญชี Talad ของคุณ และใช้เข้าบัญชีนั้นไม่ได้อีก ถ้าไม่ใช่คุณ ให้เข้าเว็บไซต์ด้วยทางอื่นไปตรวจสอบทันที หรือติดต่อเรา\n\nThis LINE was taken off your Talad account and leads to it no more. If it wasn’t you, open the site, sign in another way and look at it now, or write to us.',
  passkey_added:
    'มีการเพิ่มพาสคีย์ในบัญชี Talad ของคุณ ถ้าไม่ใช่คุณ ให้เข้าเว็บไซต์ไปตรวจสอบทันที\n\nA passkey was added to your Talad account. If it wasn’t you, open the site and look at it now.',
  passkey_removed:
    'มีการลบพาสคีย์ออกจากบัญชี Talad ของคุณ ถ้าไม่ใช่คุณ ให้เข้าเว็บไซต์ไปตรวจสอบทันที\n\nA passkey was taken off your Talad account. If it wasn’t you, open the site and look at it now.',
} as const

/** The same for the same piece of news and link, so that LINE sends it once. */
function retryKeyOf(parts: readonly string[]): string {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  )
}

type Told = { id: string; scope: string; sealed: Uint8Array; sealed_for: string }

async function linesOf(
  { db }: Deps,
  { accountId, gone }: z.output<typeof lineNotice.payload>,
): Promise<Told[]> {
  if (gone) {
    const { linkId: id, scope, sealed, sealedFor: sealed_for } = gone
    return [{ id, scope, sealed: Buffer.from(sealed, 'base64'), sealed_for }]
  }
  const { rows } = await db.query<Told>(
    `select l.id, l.provider_scope as scope, d.sealed, d.sealed_for from identity_link l
       join link_personal_data d on d.link_id = l.id
     where l.account_id = $1 and l.identity_provider = 'line' order by l.id`,
    [accountId],
  )
  return rows
}

/** Tells the owner of an account by LINE, where that is linked and may push: nobody who took the bell with the account hides it. */
export const lineNoticeJob = job<z.output<typeof lineNotice.payload>, Deps>(lineNotice, {
  retryMs: 5_000,
  maxRetryMs: 15 * 60_000,
  async run(payload, { deps, now }) {
    const { accountId, kind, since } = payload
    if (now.getTime() - Date.parse(since) > LAST_MS) return
    for (const { id, scope, ...kept } of await linesOf(deps, payload)) {
      const token = deps.config.LINE_CHANNELS.find(
        ({ providerId, messagingToken }) => providerId === scope && messagingToken !== undefined,
      )?.messagingToken
      const { externalId: to } = openPersonalData(deps.personal, kept)
      if (token === undefined || to === null) continue
      const message = { to, text: TEXTS[kind], retryKey: retryKeyOf([id, accountId, kind, since]) }
      if (!(await deps.line.push(token, message))) deps.log.warn({ kind }, 'LINE refused to tell somebody')
    }
  },
})
