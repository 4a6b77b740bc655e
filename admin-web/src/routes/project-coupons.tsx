import { Button } from '@talad/ui/components/button'
import { SelectField } from '@talad/ui/components/field'
import { Empty } from '@talad/ui/components/status'
import { useQuery } from '@tanstack/react-query'
import { useProject } from '../features/project/api.ts'
import { poolNamesQuery } from '../features/project/coupons/api.ts'
import { OpenCode } from '../features/project/coupons/code-detail.tsx'
import { ImportForm } from '../features/project/coupons/import-form.tsx'
import { PoolCodes } from '../features/project/coupons/pool-codes.tsx'
import { OpenSetting } from '../features/project/coupons/setting-form.tsx'
import { useText } from '../i18n/index.ts'
import { useAddress } from '../ui/data-table/use-address.ts'
import { Desk } from '../ui/desk.tsx'
import { Loaded } from '../ui/loaded.tsx'

/** In the address in place of a code: codes that are to be, and what holds of the whole pool. */
const NEW = 'new'
const SETTING = 'setting'

/** AW-1, AW-10 /projects/{id}/coupons: the pools of codes of a project. */
export default function ProjectCouponsPage() {
  const { project } = useProject()
  return <Loaded query={useQuery(poolNamesQuery(project._id))}>{(names) => <Pools names={names} />}</Loaded>
}

function Pools({ names }: { names: readonly string[] }) {
  const { t } = useText()
  const { project, mayChange } = useProject()
  const { search, change } = useAddress()
  const { id } = search
  const chosen = names.find((name) => name === search.pool) ?? names[0]
  const pool = chosen === undefined ? undefined : { space_id: project._id, pool_name: chosen }
  const detail = () => {
    if (id === NEW) return <ImportForm poolName={chosen ?? ''} />
    if (id === SETTING) return pool && <OpenSetting key={chosen} pool={pool} />
    return id && <OpenCode key={id} id={id} />
  }
  return (
    <Desk
      inside
      title={t('pools.title')}
      detail={detail() || undefined}
      aside={
        mayChange('project.write') && (
          <Button size="small" onClick={() => change({ id: NEW })}>
            {t('pool.import')}
          </Button>
        )
      }
    >
      {pool ? (
        <div className="grid grid-cols-1 gap-4">
          <div className="flex flex-wrap items-end gap-4">
            <div className="w-full max-w-md">
              <SelectField
                label={t('pool.title')}
                value={pool.pool_name}
                options={names.map((name) => ({ value: name, label: name }))}
                onChange={({ target }) => change({ pool: target.value, at: undefined, id: undefined })}
              />
            </div>
            <Button size="small" look="quiet" onClick={() => change({ id: SETTING })}>
              {t('pool.setting')}
            </Button>
          </div>
          <PoolCodes pool={pool} />
        </div>
      ) : (
        <Empty title={t('pools.none')} />
      )}
    </Desk>
  )
}
