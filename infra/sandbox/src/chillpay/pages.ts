/** The card provider's pages. */
import { type PaymentStatus, paymentStatus } from '../chillpay-format.ts'
import { baht, both, type Html, html, page, type Text, when } from '../html.ts'
import type { Merchant } from '../options.ts'
import type { Transaction } from './transactions.ts'

const statusTexts: Record<PaymentStatus, Text & { tone: string }> = {
  0: { th: 'ชำระเงินสำเร็จ', en: 'Paid', tone: 'good' },
  1: { th: 'ชำระเงินไม่สำเร็จ', en: 'Failed', tone: 'bad' },
  2: { th: 'ยกเลิกแล้ว', en: 'Cancelled', tone: 'quiet' },
  3: { th: 'เกิดข้อผิดพลาด', en: 'Error', tone: 'bad' },
  9: { th: 'รอชำระเงิน', en: 'Waiting', tone: 'wait' },
}

const resultWords: Record<PaymentStatus, string> = {
  0: 'complete',
  1: 'fail',
  2: 'cancel',
  3: 'error',
  9: 'pending',
}

/** What the browser carries back to the merchant; it proves nothing. */
export const resultFields = (transaction: Transaction): [string, string][] => [
  ['OrderNo', transaction.id],
  ['Status', resultWords[transaction.status]],
  ['RespCode', String(transaction.status)],
  ['TransNo', String(transaction.transactionId)],
]

const badge = (status: PaymentStatus) =>
  html`<span class="badge ${statusTexts[status].tone}">${both(statusTexts[status])}</span>`

const row = (label: Text, value: Html | string) =>
  html`<div class="fact"><dt>${both(label)}</dt><dd>${value}</dd></div>`

const summary = (transaction: Transaction, merchant: Merchant) => html`
<section class="card">
  <p class="label">${both({ th: 'ยอดชำระ', en: 'Amount due' })}</p>
  <p class="amount">${baht(BigInt(transaction.amount))}</p>
  <dl>
    ${row({ th: 'ร้านค้า', en: 'Merchant' }, merchant.name)}
    ${row({ th: 'เลขที่รายการ', en: 'Order' }, html`<span class="code">${transaction.id}</span>`)}
    ${row({ th: 'รายละเอียด', en: 'Description' }, transaction.description || '–')}
  </dl>
</section>`

const headerOf = (title: Text) => html`
<header class="top">
  <h1 class="brand"><span class="mark" aria-hidden="true">฿</span>
  <span>${both(title)}</span></h1>
  <span class="badge wait">${both({ th: 'ระบบทดสอบ', en: 'Sandbox' })}</span>
</header>`
const header = headerOf({ th: 'ชำระเงินด้วยบัตร', en: 'Card payment' })

/** The hosted payment page: what is paid, a test card and three choices. */
export function paymentPage(transaction: Transaction, merchant: Merchant, now: Date): string {
  const open = transaction.status === paymentStatus.pending
  const expired = open && now >= new Date(transaction.expiresAt)
  const lower = !open
    ? html`<section class="card centre">${badge(transaction.status)}
        <form method="post"><button class="plain" name="choice" value="cancel">${both({ th: 'กลับไปที่ร้านค้า', en: 'Back to the merchant' })}</button></form></section>`
    : expired
      ? html`<section class="card centre"><p>${both({ th: 'รายการนี้หมดเวลาชำระแล้ว', en: 'The time to pay is over' })}</p></section>`
      : choices
  return page(
    'ชำระเงินด้วยบัตร · Card payment',
    html`${header}<main>${summary(transaction, merchant)}${lower}</main>`,
  )
}

const choices = html`
<form class="card" method="post">
  <label class="field"><span class="label">${both({ th: 'หมายเลขบัตร', en: 'Card number' })}</span>
    <input value="4111 1111 1111 1111" inputmode="numeric" autocomplete="off" readonly></label>
  <div class="two">
    <label class="field"><span class="label">${both({ th: 'วันหมดอายุ', en: 'Expiry' })}</span>
      <input value="12/39" readonly></label>
    <label class="field"><span class="label">${both({ th: 'รหัส CVV', en: 'CVV' })}</span>
      <input value="123" readonly></label>
  </div>
  <p class="hint">${both({ th: 'บัตรทดสอบ ไม่มีการตัดเงินจริง เลือกผลลัพธ์ที่ต้องการ', en: 'A test card: no money moves. Choose what shall happen.' })}</p>
  <div class="choices">
    <button class="good" name="choice" value="success">${both({ th: 'ชำระสำเร็จ', en: 'Pay: succeed' })}</button>
    <button class="bad" name="choice" value="fail">${both({ th: 'บัตรถูกปฏิเสธ', en: 'Card declined: fail' })}</button>
    <button class="plain" name="choice" value="cancel">${both({ th: 'ยกเลิกการชำระ', en: 'Cancel' })}</button>
  </div>
</form>`

/** After the choice: a form that sends itself to the merchant, or the outcome when there is nowhere to go. */
export function returnPage(transaction: Transaction, merchant: Merchant): string {
  const fields = resultFields(transaction).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  const back = merchant.resultUrl
    ? html`<form id="back" method="post" action="${merchant.resultUrl}">${fields}
        <button class="plain">${both({ th: 'กลับไปที่ร้านค้า', en: 'Back to the merchant' })}</button></form>
        <script>document.getElementById('back').submit()</script>`
    : html`<p class="hint">${both({ th: 'ปิดหน้านี้ได้เลย', en: 'You may close this page' })}</p>`
  const body = html`${header}<main>${summary(transaction, merchant)}
    <section class="card centre">${badge(transaction.status)}${back}</section></main>`
  return page('ผลการชำระเงิน · Payment result', body)
}

/** The newest transactions with their state and how their callbacks went. */
export function deskPage(transactions: readonly Transaction[], merchant: Merchant): string {
  const list = transactions.length
    ? html`<ul class="done">${transactions.map(deskRow)}</ul>`
    : html`<div class="empty">${both({ th: 'ยังไม่มีรายการ', en: 'No transactions yet' })}</div>`
  const facts = html`<dl>
    ${row({ th: 'ร้านค้า', en: 'Merchant' }, `${merchant.name} · ${merchant.merchantCode}`)}
    ${row({ th: 'แจ้งผลไปที่', en: 'Callback to' }, html`<span class="code">${merchant.callbackUrl ?? '–'}</span>`)}
    ${row({ th: 'กลับไปที่', en: 'Back to' }, html`<span class="code">${merchant.resultUrl ?? '–'}</span>`)}
  </dl>`
  const body = html`${headerOf({ th: 'โต๊ะบัตร', en: 'Card desk' })}<main><section class="card">${facts}</section>${list}</main>`
  return page('โต๊ะบัตร · Card desk', body, 'wide')
}

const callbackTexts: Record<Transaction['callback']['state'], Text> = {
  none: { th: 'ยังไม่แจ้งร้านค้า', en: 'merchant not told' },
  waiting: { th: 'กำลังแจ้งร้านค้า', en: 'telling the merchant' },
  delivered: { th: 'แจ้งร้านค้าแล้ว', en: 'merchant told' },
  'given-up': { th: 'แจ้งร้านค้าไม่สำเร็จ', en: 'merchant could not be told' },
  dropped: { th: 'ทิ้งการแจ้งตามคำสั่ง', en: 'dropped as ordered' },
}

function deskRow({ id, token, transactionId, createdAt, amount, status, callback }: Transaction): Html {
  const outcomes = callback.attempts.map(({ outcome }) => outcome).join(', ')
  const { th, en } = callbackTexts[callback.state]
  return html`<li>
    <div class="grow"><a href="/chillpay/pay/${token}" class="code">${id}</a>
      <small>${transactionId} · ${when(new Date(createdAt))}</small>
      <small>${th} · ${en}${outcomes && ` (${outcomes})`}</small></div>
    <div class="right"><strong>${baht(BigInt(amount))}</strong>${badge(status)}</div>
  </li>`
}
