import { type DeclarationSet, declarationAdminHttp } from '@talad/proto/http/moderation/declaration-admin'
import type { Issuer } from '@talad/proto/http/moderation/issuer-admin'
import { Button } from '@talad/ui/components/button'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { usePermissions } from '../../lib/permissions.ts'
import { reasonOf } from '../../lib/reason.ts'
import { DecisionDialog } from '../../ui/decision.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { RecordHistory } from '../../ui/record-history.tsx'
import { declarationQuery, declarationsQuery, ISSUERS, removeDeclarations } from './api.ts'
import { DeclarationForm } from './declaration-form.tsx'
import { useRangeText } from './ranges.tsx'

/** MO-37: what is declared of the tokens of an issuer, by it or by sellers. */
export function Declarations({ issuer }: { issuer: Issuer }) {
  const { t } = useText()
  const { can } = usePermissions()
  const [edited, setEdited] = useState<DeclarationSet | 'new'>()
  const [range] = issuer.nft_ranges
  return (
    <section className="grid gap-3">
      <h2 className="text-lg">{t('declaration.title')}</h2>
      <Loaded query={useQuery(declarationsQuery(issuer.issuer_id))}>
        {(sets) => (
          <ul className="grid gap-3">
            {sets.map((set) => (
              <Declared key={set.declaration_id} set={set} onEdit={() => setEdited(set)} />
            ))}
          </ul>
        )}
      </Loaded>
      {edited !== undefined && range ? (
        <DeclarationForm
          key={edited === 'new' ? 'new' : edited.declaration_id}
          range={edited === 'new' ? range : edited.nft_range}
          {...(edited !== 'new' && { set: edited })}
          onClose={() => setEdited(undefined)}
        />
      ) : (
        can('declaration.write') && (
          <div>
            <Button look="quiet" size="small" onClick={() => setEdited('new')}>
              {t('declaration.new')}
            </Button>
          </div>
        )
      )}
    </section>
  )
}

/** One set of them, by itself. */
export function OpenDeclaration({ id }: { id: string }) {
  const { t } = useText()
  const [isEdited, setEdited] = useState(false)
  return (
    <Loaded query={useQuery(declarationQuery(id))}>
      {(set) => {
        if (!set) return <p className="text-soft">{t('declaration.gone')}</p>
        return isEdited ? (
          <DeclarationForm range={set.nft_range} set={set} onClose={() => setEdited(false)} />
        ) : (
          <ul>
            <Declared set={set} onEdit={() => setEdited(true)} />
          </ul>
        )
      }}
    </Loaded>
  )
}

function Declared({ set, onEdit }: { set: DeclarationSet; onEdit: () => void }) {
  const { t, language } = useText()
  const { can } = usePermissions()
  const textOf = useRangeText()
  const [isRemoving, setRemoving] = useState(false)
  const key = useRef(crypto.randomUUID())
  const { declaration_id, declarer_type, nft_range, declarations, version } = set
  return (
    <li className="grid gap-2 rounded-md border border-line p-3 text-sm">
      <p className="text-soft [overflow-wrap:anywhere]">
        {t(declarer_type === 'issuer' ? 'declaration.issuer' : 'declaration.seller')} · {textOf(nft_range)}
      </p>
      {declarations.map((one) => (
        <div key={one.key}>
          <p className="font-semibold [overflow-wrap:anywhere]">{one.title[language]}</p>
          <p className="line-clamp-3 whitespace-pre-line [overflow-wrap:anywhere]">{one.body[language]}</p>
        </div>
      ))}
      {can('declaration.write') && (
        <div className="flex flex-wrap gap-2">
          <Button look="quiet" size="small" onClick={onEdit}>
            {t('declaration.edit')}
          </Button>
          <Button look="quiet" size="small" onClick={() => setRemoving(true)}>
            {t('declaration.remove')}
          </Button>
        </div>
      )}
      <RecordHistory target={declaration_id} />
      {isRemoving && (
        <DecisionDialog
          title={t('declaration.remove')}
          isDestructive
          reason={reasonOf(declarationAdminHttp.removeDeclarations)}
          act={(note) => removeDeclarations({ declaration_id, version }, { note, key: key.current })}
          stale={[ISSUERS]}
          target={declaration_id}
          onClose={() => setRemoving(false)}
        >
          <p>{t('declaration.removeText')}</p>
        </DecisionDialog>
      )}
    </li>
  )
}
