/** Units of money (LG-2): points bought by top-up, and baht earned by selling. Both count 1/100 baht. */
export type Unit = 'pt_thb' | 'ft_thb'

/** One side of a posting: what goes out of an account or comes into it. */
export type Posting = {
  /** a customer's id (`join-…`) or a platform account (`platform:escrow`) */
  account: string
  unit: Unit
  type: 'in' | 'out'
  value: bigint
}

/** What a command is about: a row of the flow table, and the id of the thing that it moves money for. */
type About = {
  flow: string
  /** of the top-up, shipping or withdrawal; a hold and what ends it have the same */
  id: string
  /** whose money it is, and who is told */
  customerId: string
}

/** Above 1: asked for again after a refusal, under a key of its own; absent: the first time. */
type Again = { attempt?: number }

export type Capture = About & { amount: bigint }

/** What the ledger can be asked to do; amounts in 1/100 baht. The same shapes as on the bus (proto/ledger/v1). */
export type Command =
  | (About &
      Again & {
        type: 'Post'
        postings: readonly Posting[]
        /** how others call it, for instance the transaction of a card provider */
        reference: string
        /** tried in the same transaction; the posting stands whatever comes of it */
        capture: Capture | undefined
      })
  | (About & {
      type: 'Hold'
      amount: bigint
      attempt: number
      /** hold what there is when that is less */
      upTo: boolean
      /** when all of it is there, capture it at once */
      capture: boolean
    })
  | ({ type: 'Capture' } & Capture)
  | (About & Again & { type: 'Release' })

export type Of<T extends Command['type']> = Extract<Command, { type: T }>

const again = ({ attempt = 1 }: Again) => (attempt > 1 ? `:${attempt}` : '')

/** The natural idempotency key of a command (GW-10, LG-7): the same key posts once, for ever. */
export function keyOf(command: Command): string {
  const { flow, id } = command
  switch (command.type) {
    case 'Post':
      return `${flow}:${id}${again(command)}`
    case 'Hold':
      return `hold:${flow}:${id}:${command.attempt}`
    case 'Capture':
      return `capture:${flow}:${id}`
    case 'Release':
      return `release:${flow}:${id}${again(command)}`
  }
}
