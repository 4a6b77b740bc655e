import { FetchError, ResponseError } from '@talad/proto/http/client'
import { say } from '@talad/ui/browser/toast'
import { Button, buttonClass } from '@talad/ui/components/button'
import { Spinner } from '@talad/ui/components/spinner'
import { useEffect, useRef, useState } from 'react'
import { AssetName } from '../features/asset/components/asset-name.tsx'
import { type TradeKey, tradeText, useTradeText } from '../i18n/trade.ts'
import { useSite } from '../market/reads/site.ts'
import { wordsOf } from '../market/trading/fault-words.ts'
import { refetchTraded } from '../market/trading/fulfil.ts'
import { sendingAsked, signatureAsked } from '../market/trading/join-signer.ts'
import { put, withSignature } from '../market/trading/sign-and-put.ts'
import { SignatureRefused } from '../market/trading/signer.ts'
import {
  forgetUnfinished,
  isUnfinished,
  type Unfinished,
  unfinishedOf,
  workingOn,
} from '../market/trading/unfinished.ts'

/** Nobody has said no: the phone still asks, or something was away or asked for a rest, or the session has just ended. */
function mayPass(error: unknown): boolean {
  if (error instanceof FetchError) return true
  if (error instanceof SignatureRefused) return error.reason === 'still_asked'
  return (
    error instanceof ResponseError && (error.status >= 500 || error.status === 429 || error.status === 401)
  )
}

/** Waits for what an earlier page has asked a phone for: an order's signature, which is put, or an item to be sent. */
async function finish({ id, requestId, body }: Unfinished, devMode: boolean, signal: AbortSignal) {
  try {
    if ('order' in body) {
      const signature = await signatureAsked(requestId, devMode, signal)
      await put(withSignature(body, signature))
    } else await sendingAsked(requestId, devMode, signal)
    say(tradeText(texts[kindOf(body)].done), 'success')
    void refetchTraded()
  } catch (error) {
    if (signal.aborted) return
    say(wordsOf(error), 'error')
    if (mayPass(error)) return // the next page tries again
  }
  forgetUnfinished(id)
}

function kindOf(body: Unfinished['body']): 'list' | 'offer' | 'send' {
  if (!('order' in body)) return 'send'
  return body.order.type === 'offer' ? 'offer' : 'list'
}

/** What is to be sent is no longer ours to call off: the phone decides. */
type Texts = Record<'name' | 'text' | 'leave' | 'done', TradeKey>
const order = { text: 'unfinished.text', leave: 'unfinished.giveUp' } as const
const texts: Record<ReturnType<typeof kindOf>, Texts> = {
  list: { ...order, name: 'unfinished.list', done: 'unfinished.done.list' },
  offer: { ...order, name: 'unfinished.offer', done: 'unfinished.done.offer' },
  send: {
    name: 'unfinished.send',
    text: 'unfinished.sendText',
    leave: 'unfinished.hide',
    done: 'unfinished.done.send',
  },
}

type Props = { one: Unfinished; onGiveUp: () => void }

function Waiting({ one: { body, link }, onGiveUp }: Props) {
  const { t } = useTradeText()
  const { contract, token } = body.asset
  const { name, text, leave } = texts[kindOf(body)]
  return (
    <section
      aria-label={t('unfinished.title')}
      className="border-b border-line bg-gold-wash pt-3 text-on-gold-wash"
    >
      <div className="page flex flex-wrap items-center justify-end gap-x-4 gap-y-2 py-3">
        <p role="status" className="min-w-0 grow text-sm max-sm:basis-full">
          <strong className="flex items-center gap-2">
            <Spinner className="size-4 shrink-0" />
            {t(name)}{' '}
            <AssetName blockchain={contract.blockchain} contract={contract.address} token={token.id} />
          </strong>
          {t(text)}
        </p>
        <Button look="plain" size="small" onClick={onGiveUp}>
          {t(leave)}
        </Button>
        <a className={buttonClass('primary', 'small')} href={link} target="_blank" rel="noopener">
          {t('unfinished.goOn')}
        </a>
      </div>
    </section>
  )
}

/** What was approved, or may be yet, on a phone while the page that asked was closed or loaded anew. */
export default function UnfinishedBar({ account }: { account: string }) {
  const { devMode } = useSite()
  const [ours, setOurs] = useState<Unfinished[]>([])
  const aborts = useRef(new Map<string, AbortController>())
  useEffect(() => {
    const all = aborts.current
    for (const one of unfinishedOf(account)) {
      const abort = new AbortController()
      all.set(one.id, abort)
      // whoever began it may still be there, in another tab
      void workingOn(one.id, abort.signal, async () => {
        if (!isUnfinished(one.id)) return
        setOurs((known) => [...known, one])
        await finish(one, devMode, abort.signal)
        setOurs((known) => known.filter(({ id }) => id !== one.id))
      }).catch(() => undefined)
    }
    return () => {
      for (const abort of all.values()) abort.abort()
    }
  }, [account, devMode])
  const giveUp = (id: string) => {
    forgetUnfinished(id)
    aborts.current.get(id)?.abort()
  }
  const [first] = ours
  return first ? <Waiting one={first} onGiveUp={() => giveUp(first.id)} /> : null
}
