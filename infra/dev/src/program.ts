import { readSettings } from './config.ts'
import { type Host, launch } from './launch.ts'
import { createStopCount, whenNpmGoes } from './npm.ts'
import { createScreen } from './screen.ts'

const FORCED = 130

/**
 * Runs the system until it is told to stop, or the npm that runs it is gone. The first Ctrl-C or SIGTERM stops everything
 * cleanly, the second at once.
 */
export async function program(host: Host): Promise<void> {
  const startedAt = performance.now()
  const screen = createScreen(process.stdout)
  const stopping = new AbortController()
  const asked = new Promise<void>((resolve) => {
    const timesTold = createStopCount(() => performance.now())
    const stop = () => {
      if (stopping.signal.aborted) return
      screen.note('กำลังหยุด · stopping (Ctrl-C again to force)')
      stopping.abort(new Error('stopped while starting'))
      resolve()
    }
    const onSignal = () => {
      if (timesTold() > 1) process.exit(FORCED) // the holders of our children end them
      stop()
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
    whenNpmGoes(process.env.npm_lifecycle_event, stop)
  })
  try {
    const settings = readSettings()
    if ('usage' in settings) return console.log(settings.usage)
    const running = await launch(settings, host, screen, stopping.signal)
    screen.ready(running.run, startedAt)
    const why = await Promise.race([asked, running.broken])
    if (why !== undefined) {
      screen.warn(`${why} unexpectedly; everything is stopped. TALAD_LOG=debug npm start tells more.`)
      process.exitCode = 1
    }
    await running.stop()
  } catch (error) {
    if (!stopping.signal.aborted) {
      console.error(`\n${error instanceof Error ? error.message : String(error)}\n`)
      if (process.env.TALAD_LOG === 'debug') console.error(error)
      process.exitCode = 1
    }
  }
  process.exit() // a timer or an open connection of a library may not keep a stopped system alive
}
