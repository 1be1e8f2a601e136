'use strict'

/*
 * Undo and redo for an editor of shapes.
 *
 * The document is a plain object; each change is a list of patches, and a patch
 * knows its inverse. Nothing else may write to the document. Changes that follow
 * each other quickly and touch the same property become one (dragging, typing).
 */

const MERGE_WITHIN = 400 // milliseconds
const MISSING = Symbol('missing')

const clone = value => value === MISSING ? MISSING : structuredClone(value)

const isIndex = (holder, key) => Array.isArray(holder) && Number.isInteger(key)

function holderOf(root, path) {
  let holder = root
  for (const key of path.slice(0, -1)) {
    if (holder === null || typeof holder !== 'object' || !(key in holder)) {
      throw new RangeError('nothing at ' + path.join('.'))
    }
    holder = holder[key]
  }
  return holder
}

function read(root, path) {
  const holder = holderOf(root, path)
  const last = path[path.length - 1]
  return Object.hasOwn(holder, last) ? holder[last] : MISSING
}

// ---------------------------------------------------------------- patches

function setPatch(root, path, value) {
  return { kind: 'set', path, before: clone(read(root, path)), after: clone(value) }
}

function insertPatch(root, path, value) {
  const holder = holderOf(root, path)
  const at = path[path.length - 1]
  if (!isIndex(holder, at) || at < 0 || at > holder.length) throw new RangeError('cannot insert at ' + path.join('.'))
  return { kind: 'insert', path, value: clone(value) }
}

function removePatch(root, path) {
  const value = read(root, path)
  if (value === MISSING) throw new RangeError('nothing to remove at ' + path.join('.'))
  const listed = isIndex(holderOf(root, path), path[path.length - 1])
  return listed
    ? { kind: 'remove', path, value: clone(value) }
    : { kind: 'set', path, before: clone(value), after: MISSING }
}

function movePatch(root, path, to) {
  const holder = holderOf(root, path)
  const from = path[path.length - 1]
  if (!isIndex(holder, from) || to < 0 || to >= holder.length) throw new RangeError('cannot move ' + path.join('.'))
  return { kind: 'move', path, to }
}

function apply(root, patch) {
  const holder = holderOf(root, patch.path)
  const key = patch.path[patch.path.length - 1]
  switch (patch.kind) {
    case 'set':
      if (patch.after === MISSING) delete holder[key]
      else holder[key] = clone(patch.after)
      break
    case 'insert':
      holder.splice(key, 0, clone(patch.value))
      break
    case 'remove':
      holder.splice(key, 1)
      break
    case 'move':
      holder.splice(patch.to, 0, ...holder.splice(key, 1))
      break
  }
}

function inverse(patch) {
  switch (patch.kind) {
    case 'set':
      return { ...patch, before: patch.after, after: patch.before }
    case 'insert':
      return { ...patch, kind: 'remove' }
    case 'remove':
      return { ...patch, kind: 'insert' }
    case 'move': {
      const from = patch.path[patch.path.length - 1]
      return { kind: 'move', path: [...patch.path.slice(0, -1), patch.to], to: from }
    }
  }
}

const samePath = (a, b) => a.length === b.length && a.every((key, i) => key === b[i])

function mergeable(earlier, later) {
  return earlier.label === later.label &&
    later.time - earlier.time < MERGE_WITHIN &&
    earlier.patches.length === later.patches.length &&
    earlier.patches.every((p, i) =>
      p.kind === 'set' && later.patches[i].kind === 'set' && samePath(p.path, later.patches[i].path))
}

// ---------------------------------------------------------------- history

function createHistory(root, { limit = 200, clock = Date.now, changed = () => {} } = {}) {
  let past = []
  let future = []
  let saved = 0
  let open = null

  function commit(step) {
    future = []
    const earlier = past[past.length - 1]
    if (earlier && past.length !== saved && mergeable(earlier, step)) {
      earlier.patches.forEach((p, i) => { p.after = step.patches[i].after })
      earlier.time = step.time
    } else {
      past.push(step)
      if (saved > past.length - 1) saved = -1 // what was saved can no longer be reached
      if (past.length > limit) {
        past.shift()
        saved = saved > 0 ? saved - 1 : -1
      }
    }
    changed('do', step.label)
  }

  function record(patch) {
    if (!open) throw new Error('changes are made inside of change()')
    apply(root, patch)
    open.patches.push(patch)
  }

  const draft = {
    get: (...path) => clone(read(root, path)),
    set: (path, value) => record(setPatch(root, path, value)),
    insert: (path, value) => record(insertPatch(root, path, value)),
    remove: path => record(removePatch(root, path)),
    move: (path, to) => record(movePatch(root, path, to)),
  }

  function rollBack(step) {
    for (const patch of step.patches.slice().reverse()) apply(root, inverse(patch))
  }

  function change(label, work) {
    if (open) { // a change inside of a change belongs to the outer one
      return work(draft)
    }
    open = { label, patches: [], time: clock() }
    const step = open
    try {
      const result = work(draft)
      if (step.patches.length > 0) commit(step)
      return result
    } catch (problem) {
      rollBack(step)
      throw problem
    } finally {
      open = null
    }
  }

  function undo() {
    const step = past.pop()
    if (!step) return false
    rollBack(step)
    future.push(step)
    changed('undo', step.label)
    return true
  }

  function redo() {
    const step = future.pop()
    if (!step) return false
    for (const patch of step.patches) apply(root, patch)
    past.push(step)
    changed('redo', step.label)
    return true
  }

  function goTo(position) {
    while (past.length > position && undo()) { /* back */ }
    while (past.length < position && redo()) { /* forth */ }
    return past.length === position
  }

  return {
    change,
    undo,
    redo,
    goTo,
    get canUndo() { return past.length > 0 },
    get canRedo() { return future.length > 0 },
    get dirty() { return past.length !== saved },
    markSaved() { saved = past.length },
    labels: () => [...past, ...future.slice().reverse()].map(step => step.label),
    forget() { past = []; future = []; saved = -1 },
  }
}

// ---------------------------------------------------------------- shapes

const newDrawing = () => ({ title: 'untitled', shapes: [], selection: [] })

function addShape(history, drawing, shape) {
  return history.change(`add ${shape.kind}`, draft => {
    const at = drawing.shapes.length
    draft.insert(['shapes', at], { x: 0, y: 0, fill: '#888', ...shape })
    draft.set(['selection'], [at])
    return at
  })
}

function dragSelection(history, drawing, dx, dy) {
  history.change('move', draft => {
    for (const at of drawing.selection) {
      const { x, y } = drawing.shapes[at]
      draft.set(['shapes', at, 'x'], x + dx)
      draft.set(['shapes', at, 'y'], y + dy)
    }
  })
}

function deleteSelection(history, drawing) {
  const doomed = [...drawing.selection].sort((a, b) => b - a) // from the end, so that indices stay right
  history.change(doomed.length === 1 ? 'delete' : `delete ${doomed.length} shapes`, draft => {
    draft.set(['selection'], [])
    for (const at of doomed) draft.remove(['shapes', at])
  })
}

function bringToFront(history, drawing) {
  const [at] = drawing.selection
  if (at === undefined || at === drawing.shapes.length - 1) return
  history.change('bring to front', draft => {
    draft.move(['shapes', at], drawing.shapes.length - 1)
    draft.set(['selection'], [drawing.shapes.length - 1])
  })
}

module.exports = { createHistory, newDrawing, addShape, dragSelection, deleteSelection, bringToFront }
