/**
 * An accountant's check: the files that people get, summed by themselves, against the books, the card provider and the bank.
 * Shares no code with the services, so that what they reckon wrong is not reckoned wrong here in the same way.
 */

/** What lies on the accountant's table. Amounts in files are baht with two decimals, all others satang. */
export type Papers = {
  /** customer id → the CSV of everything that ever happened to their points and baht */
  statements: ReadonlyMap<string, string>
  /** the CSV of each month's settlements */
  settlements: readonly string[]
  /** what the card provider has of each payment: `order` is its own number for it */
  cards: readonly { order: string; amount: bigint; paid: boolean; returned: boolean }[]
  /** top-ups that no card paid for: those of the development call (LG-19) */
  gifts: ReadonlySet<string>
  /** the payout provider's transfers */
  payouts: readonly { reference: string; amount: bigint; paid: boolean }[]
  /** the ledger's sum of each kind of account in each unit */
  books: readonly { kind: string; unit: string; sum: bigint }[]
}

type Row = Readonly<Record<string, string>>

/** The rows of a CSV file (RFC 4180) by the titles of its first line. */
export function rowsOf(text: string): Row[] {
  const cells = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/gy
  const lines: string[][] = [[]]
  const all = text.replace(/^\uFEFF/, '')
  while (cells.lastIndex < all.length) {
    const [, quoted, plain = '', end] = cells.exec(all) ?? []
    if (end === undefined) throw new Error(`not a CSV file at character ${cells.lastIndex}`)
    lines.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end !== ',') lines.push([])
  }
  const [titles = [], ...rows] = lines.filter((line) => line.length > 0)
  return rows.map((row) => Object.fromEntries(titles.map((title, at) => [title, row[at] ?? ''])))
}

/** `-1234.50` baht in satang. */
export function satang(text: string | undefined): bigint {
  const found = /^(-?)(\d+)\.(\d{2})$/.exec(text ?? '')
  if (!found) throw new Error(`not an amount in baht: ${text}`)
  const [, sign, whole, part] = found
  return BigInt(`${sign}${whole}${part}`)
}

const sum = (amounts: Iterable<bigint>) => [...amounts].reduce((all, one) => all + one, 0n)
/** SP-16: the provider's number of a card payment is its id in base 36. */
const orderOf = (topup: string) => BigInt(`0x${topup}`).toString(36).toUpperCase().padStart(20, '0')

/** Every line of every statement, with whose it is. */
type Line = { customer: string; unit: string; type: string; event: string; amount: bigint; row: Row }

function linesOf({ statements }: Papers): Line[] {
  return [...statements].flatMap(([customer, text]) =>
    rowsOf(text).map((row) => ({
      customer,
      unit: row.unit ?? '',
      type: row.flow_type ?? '',
      event: row.flow_event ?? '',
      amount: satang(row.amount),
      row,
    })),
  )
}

/** Each balance is the one before and what moved; together they are what the books have for customers. */
function checkBalances(lines: readonly Line[], { books }: Papers): string[] {
  const faults: string[] = []
  const balances = new Map<string, bigint>()
  for (const own of Map.groupBy(lines, ({ customer, unit }) => `${customer} ${unit}`).values()) {
    let balance = 0n
    for (const { customer, unit, type, amount, row } of own) {
      balance += type === 'in' ? amount : type === 'out' ? -amount : 0n
      const said = satang(row.balance_after)
      if (balance !== said)
        faults.push(`${customer} ${unit}: ${balance} after ${row.id}, the statement says ${said}`)
      balance = said
      balances.set(`${customer} ${unit}`, said)
    }
  }
  for (const unit of ['pt_thb', 'ft_thb']) {
    const ours = sum([...balances].filter(([key]) => key.endsWith(unit)).map(([, balance]) => balance))
    const theirs = sum(
      books.filter((one) => one.kind === 'customer' && one.unit === unit).map((one) => one.sum),
    )
    if (ours !== theirs) faults.push(`${unit}: the statements come to ${ours}, the books to ${theirs}`)
    const all = sum(books.filter((one) => one.unit === unit).map((one) => one.sum))
    if (all !== 0n) faults.push(`${unit}: the books come to ${all} in all`)
  }
  return faults
}

/** Each payment that the card provider took is one top-up of that amount, and each that it gave back one refund. */
function checkCards(lines: readonly Line[], { cards, gifts }: Papers): string[] {
  const faults: string[] = []
  const topups = lines.filter(
    ({ event, type, unit }) => event === 'topup' && type === 'in' && unit === 'pt_thb',
  )
  const byOrder = Map.groupBy(topups, ({ row }) => orderOf(row.topup_id ?? ''))
  for (const { order, amount, paid } of cards) {
    const credited = byOrder.get(order)?.map((line) => line.amount) ?? []
    const due = paid ? [amount] : []
    if (credited.join() !== due.join())
      faults.push(`card payment ${order}: took ${due}, credited ${credited}`)
  }
  const known = new Set(cards.map(({ order }) => order))
  for (const { row } of topups) {
    const topup = row.topup_id ?? ''
    if (!gifts.has(topup) && !known.has(orderOf(topup))) faults.push(`top-up ${topup}: nobody paid for it`)
  }
  const back = lines.filter(({ event, type, row }) => event === 'refund' && type === 'out' && row.refund_id)
  const ours = sum(back.map(({ amount }) => amount))
  const theirs = sum(cards.filter(({ returned }) => returned).map(({ amount }) => amount))
  if (ours !== theirs) faults.push(`card refunds: ${ours} in the statements, ${theirs} at the provider`)
  return faults
}

/** What the buyer paid is what the seller, the makers and we got, line by line and in their statements. */
function checkSettlements(lines: readonly Line[], papers: Papers): string[] {
  const faults: string[] = []
  const rows = papers.settlements.flatMap(rowsOf)
  const moved = (shipping: string, customer: string, type: string) =>
    sum(
      lines
        .filter(
          (line) =>
            line.row.shipping_id === shipping &&
            line.customer === customer &&
            line.type === type &&
            line.event === 'shipping',
        )
        .map(({ amount }) => amount),
    )
  for (const row of rows.filter(({ kind }) => kind === 'settlement')) {
    const id = row.shipping_id ?? ''
    const [gross, fee, royalty, net] = [row.gross, row.service_fee, row.royalty, row.net].map(satang)
    if (gross !== sum([fee ?? 0n, royalty ?? 0n, net ?? 0n]))
      faults.push(`${id}: its parts are not its price`)
    const paid = moved(id, row.buyer ?? '', 'out')
    if (paid !== gross) faults.push(`${id}: settled ${gross}, the buyer paid ${paid}`)
    const parts = new Map([[row.seller ?? '', net ?? 0n]])
    for (const part of (row.royalty_payees ?? '').split(' ').filter((one) => one.startsWith('join-'))) {
      const [payee = '', value] = part.split(':')
      parts.set(payee, (parts.get(payee) ?? 0n) + satang(value))
    }
    for (const [payee, due] of parts) {
      const got = papers.statements.has(payee) ? moved(id, payee, 'in') : due
      if (got !== due) faults.push(`${id}: ${payee} is due ${due} and got ${got}`)
    }
  }
  const total = (name: string) =>
    sum(
      rows.filter(({ kind }) => kind === 'settlement' || kind === 'reversal').map((row) => satang(row[name])),
    )
  for (const name of ['gross', 'net']) {
    const said = sum(rows.filter(({ kind }) => kind === 'total').map((row) => satang(row[name])))
    if (said !== total(name))
      faults.push(`settlements: ${name} comes to ${total(name)}, the file says ${said}`)
  }
  return faults
}

/** What left the accounts for banks is what the bank paid, and our fee for it. */
function checkPayouts(lines: readonly Line[], { payouts, books }: Papers, fees: bigint): string[] {
  const faults: string[] = []
  const taken = lines.filter(({ event, type }) => event === 'withdrawal' && type === 'out')
  const byId = new Map(taken.map((line) => [line.row.withdrawal_id ?? '', line.amount]))
  const paid = payouts.filter((one) => one.paid)
  for (const { reference, amount } of paid)
    if ((byId.get(reference) ?? 0n) < amount)
      faults.push(`withdrawal ${reference}: paid ${amount}, not taken`)
  const unpaid = [...byId.keys()].filter((id) => !paid.some(({ reference }) => reference === id))
  if (unpaid.length > 0) faults.push(`withdrawals taken and not paid: ${unpaid.join(', ')}`)
  const ours = sum(byId.values()) - sum(paid.map(({ amount }) => amount)) + fees
  const theirs = sum(
    books.filter(({ kind }) => kind === 'service_fee' || kind === 'vat').map((one) => one.sum),
  )
  if (ours !== theirs) faults.push(`fees: ${ours} by the files, ${theirs} in the books`)
  return faults
}

/** In what the papers differ, a line each. */
export function differences(papers: Papers): string[] {
  const lines = linesOf(papers)
  const settled = papers.settlements.flatMap(rowsOf).filter(({ kind }) => kind !== 'total')
  const fees = sum(settled.map((row) => satang(row.service_fee)))
  return [
    ...checkBalances(lines, papers),
    ...checkCards(lines, papers),
    ...checkSettlements(lines, papers),
    ...checkPayouts(lines, papers, fees),
  ]
}
