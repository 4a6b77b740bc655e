import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createPictureMaker, mediaPath, type PictureMaker } from '@talad/shared/media/pictures'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostilePictures } from './hostile-pictures.ts'

/** What the decoder may take (B38). */
const MEMORY = 512 * 1_024 * 1_024
const TIME_MS = 20_000
/** what is bounded is processor time, behind everything else; by the clock a busy machine takes longer */
const PATIENCE_MS = 40_000

let dir: string
let maker: PictureMaker
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'talad-hostile-'))
  maker = createPictureMaker({ dir })
})
afterAll(async () => {
  await maker.close()
  await rm(dir, { recursive: true, force: true })
})

/** The most memory that a child of this process has had so far. */
async function peak(): Promise<number> {
  const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8')
  const each = children
    .split(' ')
    .filter((pid) => pid !== '')
    .map(async (pid) => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
      return Number(/^VmHWM:\s+([0-9]+) kB/m.exec(status)?.[1] ?? 0) * 1_024
    })
  return Math.max(0, ...(await Promise.all(each)))
}

const good = () => sharp({ create: { width: 90, height: 90, channels: 3, background: '#369' } })

test('AI-20 B38 fifty hostile files end in twenty seconds each, in a process of their own with bounded memory, and nobody else waits', {
  timeout: 900_000,
}, async () => {
  const files = await hostilePictures()
  expect(files.length).toBeGreaterThan(50)
  const loop = monitorEventLoopDelay({ resolution: 10 })
  loop.enable()
  let most = 0
  const watch = setInterval(async () => {
    most = Math.max(most, await peak())
  }, 25)
  for (const { what, bytes } of files) {
    const begun = performance.now()
    const end = await maker.make(bytes).then(
      async ({ r800 }) => {
        const { width, height } = await sharp(await readFile(mediaPath(dir, r800))).metadata()
        return Math.max(width, height) <= 800 ? 'made' : `${width} × ${height}`
      },
      (error: Error) => (error.name === 'PictureRefused' ? 'refused' : error.message),
    )
    const ms = Math.round(performance.now() - begun)
    expect([what, end]).toEqual([what, expect.stringMatching(/^(made|refused)$/)])
    expect(ms).toBeLessThan(TIME_MS + PATIENCE_MS)
  }
  clearInterval(watch)
  loop.disable()
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThan(MEMORY)
  expect(loop.percentile(99) / 1e6).toBeLessThan(250)
  await expect(maker.make(await good().png().toBuffer())).resolves.toMatchObject({ mime: 'image/png' })
  expect(await readdir(join(dir, 'making'))).toEqual([])
})
