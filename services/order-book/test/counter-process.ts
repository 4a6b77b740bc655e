import { openDb } from '@talad/shared/db'
import { counterJob } from '../src/jobs/counters.ts'
import { playedChain, runJobs } from './book.ts'

// a process that works on raised counters until it is killed
const url = process.argv[2]
if (url === undefined) throw new Error('which database?')
runJobs(openDb(url), [counterJob], playedChain({}))
