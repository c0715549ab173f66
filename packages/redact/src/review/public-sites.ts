/**
 * Names of sites that everybody may know of, without the text before and after them: links of a
 * session to these give nobody away.
 */
export const publicSites: ReadonlySet<string> = new Set(
  `
    acm aka amazon amazonaws android angular ansible anthropic apache apollographql apple
    archlinux arxiv astral aws azure babeljs bing bootstrapcdn brew brewpatches bun caniuse
    cdnjs chatgpt choosealicense chromium circleci claude cloudflare cloudflareinsights codecov
    conventionalcommits coveralls crates creativecommons cursor cypress debian deno dev
    digitalocean discord djangoproject docker docs doi eclipse ecma-international editorconfig
    elastic elixir-lang eslint esm facebook fastapi fb figma firebase firebaseio flask fly
    fontawesome git-scm gitbook github githubassets githubusercontent gitlab gmail gnu go golang
    goo google googleapis gradle grafana graphql gstatic hashicorp helm heroku hex hexdocs hf
    highlightjs huggingface iana icloud ieee ietf infoq instagram java jquery jsdelivr json-
    schema jsr jupyter kaggle keepachangelog kernel kotlinlang kubernetes leafletjs lib linkedin
    linode live mdn medium meta microsoft modelcontextprotocol mongodb mozilla mysql nature
    netlify nextjs nixos nodejs notion npmjs numpy office openai openapis opensource
    openstreetmap opentelemetry oracle palletsprojects pandas php playwright postgresql prettier
    prisma prometheus puppeteer pydantic pypa pypi pytest python python-poetry pythonhosted
    pytorch radix-ui railway react reactjs readthedocs reddit redis render rfc-editor ruby-lang
    rubygems rust-lang schema schemastore scipy selenium semver sentry shadcn shields
    simonwillison skypack slack sourceforge spdx sqlalchemy sqlite stackexchange stackoverflow
    storybook stripe substack supabase svelte swagger swift t tailwindcss telegram tensorflow
    terraform toml travis-ci twilio twitter typescriptlang ubuntu unicode unpkg vercel
    visualstudio vite vitejs vitest vscode-cdn vuejs w3 webpack whatwg wikimedia wikipedia
    windows x xmlsoap yarnpkg youtu youtube
  `
    .trim()
    .split(/\s+/),
);
