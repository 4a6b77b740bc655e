import { Button } from '@talad/ui/components/button'
import { Notice } from '@talad/ui/components/status'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type TextKey, useText } from '../../../i18n/index.ts'
import { DecisionDialog } from '../../../ui/decision.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { Ident } from '../../../ui/ident.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { StatusBadge } from '../../../ui/status.tsx'
import { useProject } from '../api.ts'
import { cancelMint, MINTS, type Mint, mintQuery, retryMint } from './api.ts'
import { Age } from './columns.tsx'
import { mayCancel, mayRetry, reasonOf, stateTexts } from './words.ts'

const RETRY = { title: 'mint.retry', about: 'mint.retryText' } as const
const CANCEL = { title: 'mint.cancel', about: 'mint.cancelText' } as const

/** One mint: where it is, why, and what can be done about it. */
export function OpenMint({ id }: { id: string }) {
  return <Loaded query={useQuery(mintQuery(id))}>{(mint) => <MintDetail mint={mint} />}</Loaded>
}

function MintDetail({ mint }: { mint: Mint }) {
  const { t } = useText()
  const { project, can, mayChange } = useProject()
  const reason = reasonOf(mint)
  return (
    <div className="grid gap-5">
      <h2 className="text-lg wrap-anywhere">{mint.automint_id}</h2>
      <div className="grid justify-items-start gap-2">
        <StatusBadge state={mint.tx_status} />
        <p className="text-sm">{t(stateTexts[mint.tx_status])}</p>
      </div>
      {reason !== null && (
        <Notice tone={mint.failed_reason === null ? 'wait' : 'bad'}>
          <p className="font-semibold">
            {t(mint.failed_reason === null ? 'mint.lastTry' : 'mint.failedFor')}
          </p>
          <p className="wrap-anywhere">{reason}</p>
        </Notice>
      )}
      <MintFacts mint={mint} projectId={project._id} />
      {mayRetry(mint) && mayChange('project.mint') && <Decide mint={mint} {...RETRY} decide={retryMint} />}
      {mayCancel(mint) && can('project.mint') && (
        <Decide
          mint={mint}
          {...CANCEL}
          {...(mint.holding_id === null && { about: 'mint.cancelDirect' })}
          decide={cancelMint}
          isDanger
        />
      )}
    </div>
  )
}

function MintFacts({ mint, projectId }: { mint: Mint; projectId: string }) {
  const { t } = useText()
  return (
    <Facts>
      <Fact label={t('mint.age')}>
        <Age {...mint} />
      </Fact>
      <Fact label={t('mint.tries')}>{mint.retry_count}</Fact>
      <Fact label={t('mint.item')}>
        <Link
          to="/projects/$id/items/$item"
          params={{ id: projectId, item: mint.item_id }}
          search={{}}
          className="text-leaf underline"
        >
          {t('mint.openItem', { number: String(mint.item_token_id) })}
        </Link>
      </Fact>
      <Fact label={t('mint.receiver')}>
        <Ident value={mint.receiver_address} />
      </Fact>
      <Fact label={t('mint.chain')}>
        {mint.blockchain} · {mint.contract_class}
      </Fact>
      <Fact label={t('mint.contract')}>
        <Ident value={mint.contract_address} />
      </Fact>
      <Fact label={t('mint.token')}>
        <Ident value={mint.token_id} />
      </Fact>
      <Fact label={t('mint.key')}>
        <Ident value={mint.data} />
      </Fact>
      <Fact label={t('mint.image')}>
        <Ident value={mint.image_cid} />
      </Fact>
      <Fact label={t('mint.tx')}>
        <Ident value={mint.tx_hash} />
      </Fact>
      <Fact label={t('mint.lane')}>
        <Ident value={mint.minting_zone} />
      </Fact>
      <Fact label={t('mint.asked')}>
        <Moment at={mint.created} age />
      </Fact>
      <Fact label={t('col.updated')}>
        <Moment at={mint.updated} age />
      </Fact>
      <Fact label={t('mint.id')}>
        <Ident value={mint._id} />
      </Fact>
    </Facts>
  )
}

type DecideProps = {
  mint: Mint
  title: TextKey
  about: TextKey
  decide: (id: string, key: string) => Promise<unknown>
  isDanger?: boolean
}

function Decide({ mint, title, about, decide, isDanger = false }: DecideProps) {
  const { t } = useText()
  const [key, setKey] = useState<string>()
  return (
    <div className="grid justify-items-start gap-2 border-t border-line pt-4">
      <p className="text-sm text-soft">{t(about)}</p>
      <Button size="small" look={isDanger ? 'danger' : 'quiet'} onClick={() => setKey(crypto.randomUUID())}>
        {t(title)}
      </Button>
      {key !== undefined && (
        <DecisionDialog
          title={t(title)}
          act={() => decide(mint._id, key)}
          stale={[MINTS]}
          target={mint._id}
          onClose={() => setKey(undefined)}
        >
          <p className="font-semibold wrap-anywhere">{mint.automint_id}</p>
          <p>{t(about)}</p>
        </DecisionDialog>
      )}
    </div>
  )
}
