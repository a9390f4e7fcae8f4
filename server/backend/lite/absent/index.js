throw new Error('package.json replaces this package by an empty one, because nothing was known to load it')
