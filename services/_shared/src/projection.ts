export {
  followLog as startProjection,
  type LogReader as Projection,
  rebuildReadModel as rebuildProjection,
} from './read-model.ts'
