// An accountant's check: sums a month from CSV files alone, to the satang. Nothing of Talad is imported.
//
//   node demo/accountant.mjs <folder>
//
// The folder holds, as the system gives them out:
//   balances-<unit>-<day>.csv   closing balances (report balances)
//   settlements-<month>.csv     the settlements of the month (report settlements)
//   statement-<customer>.csv    each customer's own statement, from the first day on
//   provider.csv                optional: the card provider's paid transactions: order,amount
//   bank.csv                    optional: the payout provider's paid transfers, and our fee: reference,amount,fee
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.argv[2] ?? '.'
const problems = []

/** Cells of a line; a quoted one may hold commas and doubled quotes. */
function cells(line) {
  return [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)]
    .slice(0, -1)
    .map(([, cell]) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell))
}

function read(name) {
  const [titles, ...lines] = readFileSync(join(folder, name), 'utf8')
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
  const columns = cells(`${titles},`)
  return lines.map((line) => Object.fromEntries(cells(`${line},`).map((cell, at) => [columns[at], cell])))
}

/** "-12.50" is −1250 satang. */
function satang(text) {
  const [, sign, baht, rest] = /^(-?)(\d+)\.(\d\d)$/.exec(text) ?? []
  if (baht === undefined) throw new Error(`${text} is no amount`)
  return (sign === '-' ? -1n : 1n) * (BigInt(baht) * 100n + BigInt(rest))
}
const sum = (rows, column) => rows.reduce((total, row) => total + satang(row[column]), 0n)
function same(what, one, other) {
  if (one !== other) problems.push(`${what}: ${one} is not ${other}`)
}

const names = readdirSync(folder)
const statements = new Map(
  names
    .filter((name) => name.startsWith('statement-'))
    .map((name) => [name.slice('statement-'.length, -'.csv'.length), read(name)]),
)
const flows = [...statements.values()].flat()
const moved = (rows, unit, type) =>
  sum(
    rows.filter((row) => row.unit === unit && row.flow_type === type),
    'amount',
  )

// each customer's closing balance is what came in, less what went out, and what is locked is locked
for (const name of names.filter((one) => one.startsWith('balances-'))) {
  const rows = read(name)
  const total = rows.pop()
  for (const { customer_id: id, unit, balance, locked, spendable } of rows) {
    const own = statements.get(id) ?? []
    same(`${name}: balance of ${id}`, satang(balance), moved(own, unit, 'in') - moved(own, unit, 'out'))
    same(`${name}: locked of ${id}`, satang(locked), moved(own, unit, 'lock'))
    same(`${name}: spendable of ${id}`, satang(spendable), satang(balance) - satang(locked))
  }
  for (const column of ['balance', 'locked', 'spendable'])
    same(`${name}: total of ${column}`, sum(rows, column), satang(total[column]))
}

// each settlement is shared out whole, and its buyer, seller and payees have it in their statements
for (const name of names.filter((one) => one.startsWith('settlements-'))) {
  const rows = read(name)
  const total = rows.pop()
  for (const column of ['gross', 'service_fee', 'vat', 'royalty', 'net'])
    same(`${name}: total of ${column}`, sum(rows, column), satang(total[column]))
  for (const row of rows) {
    const gross = satang(row.gross)
    same(`${row.shipping_id}: shares`, satang(row.service_fee) + satang(row.royalty) + satang(row.net), gross)
    if (row.kind !== 'settlement') continue
    const vat = (2n * satang(row.service_fee) * 7n + 107n) / (2n * 107n)
    same(`${row.shipping_id}: VAT of 7% inside the fee`, satang(row.vat), vat)
    const of = flows.filter((flow) => flow.shipping_id === row.shipping_id && flow.flow_event === 'shipping')
    same(`${row.shipping_id}: paid by the buyer`, moved(of, 'pt_thb', 'out'), gross)
    const kept = row.royalty_payees.split(' ').filter((payee) => payee.startsWith('platform:'))
    const held = kept.reduce((all, payee) => all + satang(payee.slice('platform:'.length)), 0n)
    same(
      `${row.shipping_id}: earned`,
      moved(of, 'ft_thb', 'in'),
      satang(row.net) + satang(row.royalty) - held,
    )
  }
}

/** What somebody else has on paper is in the statements line by line, and there is no other. */
function alike(what, events, id, papers) {
  const own = flows.filter(({ flow_event, flow_type }) => `${flow_event} ${flow_type}` === events)
  same(
    `${what}s`,
    sum(own, 'amount'),
    papers.reduce((total, { amount }) => total + amount, 0n),
  )
  for (const { key, amount } of papers)
    same(
      `${what} ${key}`,
      sum(
        own.filter((flow) => flow[id] === key),
        'amount',
      ),
      amount,
    )
}

// each card payment that the provider was paid is a top-up of the same amount
if (names.includes('provider.csv')) {
  const paid = read('provider.csv').map(({ order, amount }) => ({ key: order, amount: satang(amount) }))
  alike('card payment', 'topup in', 'topup_id', paid)
}

// each withdrawal that was taken is what the bank has paid, and our fee for it
if (names.includes('bank.csv')) {
  const paid = read('bank.csv').map(({ reference, amount, fee }) => ({
    key: reference,
    amount: satang(amount) + satang(fee),
  }))
  alike('withdrawal', 'withdrawal out', 'withdrawal_id', paid)
}

for (const problem of problems) console.error(problem)
console.log(`${statements.size} statements, ${flows.length} movements: ${problems.length} differences`)
process.exitCode = problems.length === 0 ? 0 : 1
