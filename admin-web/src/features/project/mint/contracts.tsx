import { Button } from '@talad/ui/components/button'
import { Badge, Empty, Notice } from '@talad/ui/components/status'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../../i18n/index.ts'
import { DecisionDialog } from '../../../ui/decision.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { Ident } from '../../../ui/ident.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { StatusBadge } from '../../../ui/status.tsx'
import { useProject } from '../api.ts'
import { CONTRACTS, type Contract, contractsQuery, createContract, disableContract } from './api.ts'
import { NewContractForm } from './contract-form.tsx'
import { mayRetry, reasonOf, stateTexts } from './words.ts'

type Props = {
  collection: { _id: string; name: string; archived: boolean }
}

/** CA-52: the contracts by which tokens of a collection come on chain, at most one for each chain and class. */
export function Contracts({ collection }: Props) {
  const { t } = useText()
  const { mayChange } = useProject()
  return (
    <div className="grid grid-cols-1 gap-5">
      <p className="text-sm text-soft">{t('contract.text')}</p>
      <Loaded query={useQuery(contractsQuery(collection._id))}>
        {(contracts) =>
          contracts.length === 0 ? (
            <Empty title={t('contract.none')} />
          ) : (
            <ul className="grid gap-4 xl:grid-cols-2">
              {contracts.map((contract) => (
                <ContractCard key={contract._id} contract={contract} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {mayChange('project.manage') && !collection.archived && <NewContractForm collection={collection} />}
    </div>
  )
}

function ContractCard({ contract }: { contract: Contract }) {
  const { t } = useText()
  const { mayChange } = useProject()
  const reason = reasonOf(contract)
  return (
    <li className="grid content-start gap-4 rounded-lg border border-line bg-surface p-4 md:p-5">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="text-base wrap-anywhere">
          {contract.name} <span className="text-soft">{contract.symbol}</span>
        </h3>
        <StatusBadge state={contract.tx_status} />
        {contract.disabled && <Badge tone="wait">{t('contract.disabled')}</Badge>}
      </div>
      {contract.tx_status !== 'mined' && <p className="text-sm">{t(stateTexts[contract.tx_status])}</p>}
      {reason !== null && (
        <Notice tone={contract.failed_reason === null ? 'wait' : 'bad'}>
          <span className="wrap-anywhere">{reason}</span>
        </Notice>
      )}
      <Facts>
        <Fact label={t('mint.chain')}>
          {contract.blockchain} · {contract.contract_class}
        </Fact>
        <Fact label={t('contract.address')}>
          <Ident value={contract.contract_address} />
        </Fact>
        <Fact label={t('mint.tx')}>
          <Ident value={contract.tx_hash} />
        </Fact>
        <Fact label={t('mint.lane')}>
          <Ident value={contract.minting_zone} />
        </Fact>
        <Fact label={t('mint.asked')}>
          <Moment at={contract.created} />
        </Fact>
      </Facts>
      {mayChange('project.manage') && <Decisions contract={contract} />}
    </li>
  )
}

const DISABLE = { title: 'contract.disable', about: 'contract.disableText' } as const
const ENABLE = { title: 'contract.enable', about: 'contract.enableText' } as const

function Decisions({ contract }: { contract: Contract }) {
  const { t } = useText()
  const [asked, setAsked] = useState<{ what: 'retry' | 'disable'; key: string }>()
  const { _id, disabled, collection_id, blockchain, contract_class, name, symbol } = contract
  const texts = {
    retry: { title: 'contract.retry', about: 'contract.retryText' },
    disable: disabled ? ENABLE : DISABLE,
  } as const
  const act = (key: string) =>
    asked?.what === 'retry'
      ? createContract({ collection_id, blockchain, contract_class, name, symbol }, key)
      : disableContract({ _id, disabled: !disabled }, key)
  const ask = (what: 'retry' | 'disable') => setAsked({ what, key: crypto.randomUUID() })
  return (
    <div className="flex flex-wrap gap-2">
      {mayRetry(contract) && (
        <Button size="small" onClick={() => ask('retry')}>
          {t('contract.retry')}
        </Button>
      )}
      {!mayRetry(contract) && (
        <Button size="small" look="quiet" onClick={() => ask('disable')}>
          {t(texts.disable.title)}
        </Button>
      )}
      {asked && (
        <DecisionDialog
          title={t(texts[asked.what].title)}
          act={() => act(asked.key)}
          stale={[CONTRACTS]}
          target={_id}
          onClose={() => setAsked(undefined)}
        >
          <p className="font-semibold wrap-anywhere">{name}</p>
          <p>{t(texts[asked.what].about)}</p>
        </DecisionDialog>
      )}
    </div>
  )
}
