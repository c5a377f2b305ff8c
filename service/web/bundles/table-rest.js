import{$ as e,A as t,B as n,C as r,D as i,E as a,F as o,G as s,H as c,I as l,J as u,K as d,L as f,M as p,N as m,O as h,P as g,Q as _,R as v,S as y,T as ee,U as te,V as b,W as x,X as ne,Y as S,Z as C,_ as re,a as w,at as T,b as ie,c as E,ct as ae,d as oe,dt as D,et as se,f as O,g as ce,h as le,i as ue,it as k,j as A,k as de,l as j,lt as fe,m as pe,n as M,nt as me,o as N,ot as P,p as he,q as F,r as ge,rt as _e,s as ve,st as ye,t as be,tt as xe,u as I,ut as L,v as R,w as z,x as Se,y as B,z as Ce}from"./table.js";const we=()=>{let[e,n]=D([]),[r,i]=D(``),a=C.value.id,o=async()=>{let{status:e,body:r}=await t(`/v1/sessions/${a}/live-table`);n(e===200?r.seats.filter(e=>e.played_by===`bot`):[])};L(()=>void(C.value.sandbox&&o()),[]);let s=async e=>{let{status:n,body:r}=await t(`/v1/sessions/${a}/seats/${e}/claim`,{method:`POST`});if(n!==201)return i(r?.detail??`No answer from the service. Try again.`),o();se(a,r.tokens,{use:`seat:${e}`}),location.reload()};return e.length>0&&P`<p>Bots are playing. You can take over a seat:</p>
    <div class="grid">${e.map(({seat:e})=>P`<button type="button" class="option" key=${e} data-key onClick=${()=>s(e)}>
      <${T} name="hand" /> <b>Play ${c(e)?.label??e}</b></button>`)}</div>
    <p role="alert">${r}</p>`},Te=e=>new Promise(t=>setTimeout(t,e*1e3)),Ee=async(e,t)=>{let n=await fetch(e,{headers:t,cache:`no-store`,signal:A(de)});for(;n.status===202;){await Te(m(n.headers)||1);let e=await(await fetch(n.headers.get(`Location`),{headers:t,cache:`no-store`,signal:A(de)})).json();if(e.status===`failed`)throw Error(e.detail);e.result&&(n=await fetch(e.result,{headers:t,cache:`no-store`,signal:A(de)}))}if(!n.ok)throw Error((await n.json()).detail);return n.blob()},De=async(e,t,n)=>{e.disabled=!0,t.textContent=`Preparing the file…`;try{let r=document.createElement(`a`);r.href=URL.createObjectURL(await Ee(e.dataset.file,n?{Authorization:`Bearer ${n}`}:{})),r.download=e.dataset.name,r.click(),URL.revokeObjectURL(r.href),t.textContent=`Downloaded ${r.download}.`}catch(e){t.textContent=`The download failed. ${e.message??``}`}e.disabled=!1},V=ae(``),Oe=e=>`digests:${e}`,ke=e=>{try{return JSON.parse(localStorage.getItem(Oe(e)))??{}}catch{return{}}},H=e=>Object.keys(e).map(Number).sort((e,t)=>e-t),Ae=(e,t)=>{let n=H(t).slice(-24);try{localStorage.setItem(Oe(e),JSON.stringify(Object.fromEntries(n.map(e=>[e,t[e]]))))}catch{}},je=e=>{if(V.value===e)return;V.value=e;let t=document.getElementById(`table`),n=Object.assign(document.createElement(`p`),{className:`another-log`,textContent:e});Object.assign(n.style,{margin:0,padding:`8px 16px`,background:`var(--warn-soft)`,borderBottom:`2px solid var(--warn)`}),n.setAttribute(`role`,`alert`),document.querySelector(`.another-log`)?.remove(),t.before(n),t.querySelector(`.screen`).style.height=`calc(100dvh - ${n.offsetHeight}px)`},Me=e=>je(`The log has changed since this phone last saw it: entry ${e} was different.`),Ne=async(e,n)=>{let{status:r,body:i}=await t(`/v1/sessions/${e}/entries?from=${n}&to=${n}`,{token:z.token});if(r!==200)throw Error(String(r));return i.items[0].digest},Pe=async({id:e,version:t},n)=>{let r=H(n),i=r.at(-1),a=async t=>(await Ne(e,t)).startsWith(n[t]);if(i<=t&&await a(i))return V.value=`The log matches what this phone saw, up to entry ${i}.`,!0;let o=r.filter(e=>e<=t),[s,c]=[0,o.length];for(;s<c;){let e=s+c>>1;await a(o[e])?s=e+1:c=e}return s<o.length?Me(o[s]):je(`The log is shorter than the one this phone saw, which reached entry ${i}.`),!1},Fe=()=>{let e=null,t=!1,n=async n=>{let r=ke(n.id);if(e===null&&H(r).length&&(t=!0,e=await Pe(n,r).catch(()=>null),t=!1),e===!1||e===null&&H(r).length)return;e=!0;let{id:i,version:a,digest:o}=C.value,s=o.slice(0,24);H(r).filter(e=>e>a).length||r[a]&&r[a]!==s?(e=!1,await Pe(C.value,r).catch(()=>Me(a))):Ae(i,{...r,[a]:s})};fe(()=>{let e=C.value;e?.digest&&!t&&n(e)})},Ie=e=>(e.lines??[]).map(e=>`${e.label} ${e.value}`.replaceAll(` `,`\xA0`)).join(` · `),Le=({currentTarget:e})=>De(e,e.nextElementSibling,_e(C.value.id)),Re=()=>{let e=new Map(C.value.standing.seats.map(({seat:e,rank:t})=>[e,t])),t=({seat:t})=>e.get(t)??0,n=[...x.value.seats].sort((e,n)=>t(e)-t(n)),r=n.filter(e=>e.winner).map(e=>e.label),{closed:i,digest:a,game:o,id:s}=C.value,c=r.length?`${r.join(` and `)} win${r[1]?``:`s`}`:C.value.standing.finished?`Nobody wins`:`The session is over`;return P`<div class="finished">
    <header><h2 tabindex="-1" data-head><${T} name="trophy" /> ${c}</h2></header>
    <ol class="result">${n.map(e=>P`<li key=${e.seat} class=${e.winner?`winner`:``}>
      <span>${t(e)}.</span> <${b} seat=${e.seat} />
      <b>${e.label}</b> <span class="score">${e.score??``}</span> <small>${Ie(e)}</small></li>`)}</ol>
    <div class="buttons stay">
      ${F.value&&!i&&P`<button type="button" class="option" onClick=${()=>j(`close`)}>Close the session</button>`}
      <a class="primary" href=${`/open/${o}?again=${s}`}>Play again</a>
    </div>
    <p><button type="button" class="option" data-file=${`/v1/sessions/${s}/proof`} data-name=${`${s}.proof.json`} onClick=${Le}>Proof file</button>
      <span role="status"></span></p>
    ${V.value&&P`<p class="quiet">${V.value}</p>`}
    <p class="quiet digest">Log digest (take a photo to keep it): <code>${a}</code></p>
  </div>`},U=ae(null);let ze=!1;const Be=async(e,n,r)=>{let i=r?.tag?{"If-None-Match":r.tag}:{},{status:a,body:o,headers:s}=await t(e,{token:n,headers:i});return a===200?{body:o,tag:s.get(`ETag`)}:r},Ve=async()=>{if(ze||U.value||!C.value)return;ze=!0;let{id:e,game:t,component_set:n}=C.value,r=z.token,a=`forms:${e}`,o=await i(a).catch(()=>void 0);try{let e=await Be(`/v1/games/${t}`,r,o?.rules),i=o?.names??await Be(`/v1/component-sets/${n}/names`,r);if(e&&i){U.value={schemas:e.body.schemas,names:i.body.names};let{schemas:t}=e.body;await h(a,{rules:{tag:e.tag,body:{schemas:t}},names:i})}}catch{}ze=!1},He=Ve,Ue=()=>fe(()=>{u.value===`live`&&S.value&&!U.value&&setTimeout(()=>(window.requestIdleCallback??setTimeout)(Ve),2e3)}),We={owner:`the owner`,scribe:`the scribe`,recorder:`the recorder`},Ge=e=>{let[t,n]=e.split(`:`);return t===`seat`&&c(n)?.label||We[t]||e},Ke=({item:e})=>P`<li><p><b>${e.says}</b> <span class="quiet">tapped with the link for ${Ge(e.holder)}</span></p>
    ${!y(e)&&P`<p class="quiet">To record it, open that link on this device.</p>`}
    <div class="buttons">
      <button type="button" class="option" onClick=${()=>ce(e)}>Discard it</button>
    </div></li>`,qe=()=>{let e=ee.value,t=[...new Set(e.filter(y).map(e=>e.holder))],n=e=>{ie(e),E()};return P`<${M} title="Not recorded yet">
    <p>This device queued these with another link. They can only be recorded with that link.</p>
    <ul class="rows">${e.map(e=>P`<${Ke} key=${e.key} item=${e} />`)}</ul>
    <div class="buttons">${t.map(e=>P`<button type="button" class="primary" key=${e} onClick=${()=>n(e)}>Record it as ${Ge(e)}</button>`)}</div>
    ${!e.length&&P`<p role="status">Nothing left.</p>`}
  </${M}>`},W=Symbol(`missing`),Je=[`string`,`integer`],G=e=>(e[0]??``).toUpperCase()+e.slice(1).replaceAll(`_`,` `),Ye=(e,t)=>{let{$ref:n,...r}=e;return n?{...t[n.split(`/`).pop()],...r}:r},K=(e,t,n)=>{let r=Ye(e,t),i=r[`x-kind`]??n;if(r.anyOf){let e=r.anyOf.filter(e=>e.type!==`null`),n=e.length<r.anyOf.length,a=r[`x-values`];return e.length===1?{...K(e[0],t,i),empty:n,words:a}:{kind:e.every(e=>Je.includes(e.type))?`text`:`json`,names:i,numbers:!0,empty:n,words:a}}if(r.oneOf&&r.discriminator){let{propertyName:e,mapping:n}=r.discriminator;return{kind:`one`,tag:e,of:n,parts:t}}if(r.enum){let e=r.enum.filter(e=>e!==null);return{kind:`choice`,values:e,empty:e.length<r.enum.length,words:r[`x-values`]}}if(r.type===`string`)return{kind:`text`,names:i};if(r.type===`integer`)return{kind:`number`,first:r[`x-first`]??0};if(r.type===`boolean`)return{kind:`flag`,usual:r.default??!1};if(r.type===`array`&&r.items)return{kind:`list`,of:K(r.items,t,i)};if(r.properties)return{kind:`members`,properties:r.properties,required:r.required??[],parts:t,names:i,hint:r[`x-hint`]};if(r.type===`object`&&r.additionalProperties?.constructor===Object){let e=K(r.additionalProperties,t,i);return{kind:`map`,of:e,keys:{names:r[`x-keys`]??(e.kind===`number`?i:void 0)}}}return{kind:`json`}},Xe=(e,t=[])=>Object.entries(e.properties).filter(([e])=>!t.includes(e)).sort(([e],[t])=>(t===`seat`)-(e===`seat`)).map(([t,n])=>{let r=t===`seat`?`seat`:e.names,i=e.required.includes(t);return{name:t,label:n.title??t,shape:K(n,e.parts,r),needed:i,usual:n.default}}),q=({schema:e,components:t})=>Object.fromEntries(Object.entries(e.discriminator.mapping).map(([e,n])=>[e,Ye({$ref:n},t.schemas).title])),Ze=(e,t)=>K({$ref:e.of[t]},e.parts),Qe=(e,t={},n=[])=>{let r={};for(let{name:i,shape:a,needed:o}of Xe(e,n)){let e=Y(a,t[i]);if(o||e!==W&&t[i]!==void 0){if(e===W)return W;r[i]=e}}return r},$e=(e,t)=>e.includes(W)?W:t(e),et=e=>{try{return JSON.parse(e)}catch{return W}},tt={choice:(e,t)=>e.values.find(e=>String(e)===t)??W,text:(e,t)=>e.numbers&&/^-?\d+$/.test(t)?Number(t):t,number:(e,t)=>/^-?\d+$/.test(t)?t-e.first:W,flag:(e,t)=>t,json:(e,t)=>et(t),list:(e,t)=>$e(t.map(t=>Y(e.of,t)),e=>e),map:(e,t)=>$e(t.flatMap(([t,n])=>[t||W,Y(e.of,n)]),()=>Object.fromEntries(t.map(([t,n])=>[t,Y(e.of,n)]))),members:Qe,one:(e,t)=>{if(!t.kind)return W;let n=Qe(Ze(e,t.kind),t.members,[e.tag]);return n===W?W:{[e.tag]:t.kind,...n}}},nt={flag:e=>e.usual,list:()=>[],map:()=>[],members:()=>({}),one:()=>({})},J=e=>nt[e.kind]?.(e)??``,Y=(e,t)=>{if(e.empty&&(t===void 0||t===``))return null;let n=t??J(e);return n===``?W:tt[e.kind](e,n)},X=({label:e,options:t,none:n=`Choose…`,draft:r,onDraft:i})=>P`<label class="field">${e}
  <select value=${r??``} onChange=${e=>i(e.target.value)}>
    <option value="">${n}</option>
    ${t.map(([e,t])=>P`<option key=${e} value=${e}>${t}</option>`)}
  </select></label>`,rt=(e,{names:t,seats:n,schemas:r})=>e===`seat`?n.map(({seat:e,label:t})=>[e,t]):e===`action`?Object.entries(q(r.action)):Object.entries(t).filter(([,t])=>t.kind===e).map(([e,{name:t,text:n}])=>[e,[t,n].filter(Boolean).join(` · `)]),it=({shape:e,needed:t})=>e.empty?e.words?.[``]??`Nothing`:t?void 0:`Default`,at=({label:e,draft:t,onDraft:n,usual:r,numeric:i})=>P`<label class="field">${e}
  <input value=${t??``} inputmode=${i?`numeric`:void 0} placeholder=${r??``} autocapitalize="off"
    onInput=${e=>n(e.target.value)} /></label>`,ot=e=>{let t=e.shape.names?rt(e.shape.names,e.told):[];return t.length?P`<${X} ...${e} options=${t} none=${it(e)} />`:P`<${at} ...${e} />`},st=({label:e,shape:t,draft:n=t.usual,onDraft:r})=>P`<label class="tick"><input type="checkbox" checked=${n}
  onChange=${e=>r(e.target.checked)} /> ${e}</label>`,ct=({label:e,draft:t,onDraft:n})=>P`<label class="field">${e} <small>as JSON, not checked in advance</small>
  <textarea rows="3" value=${t??``} onInput=${e=>n(e.target.value)}></textarea></label>`,lt=({label:e,shape:t,draft:n,fresh:r,onDraft:i,row:a})=>{let o=n||[];return P`<fieldset class="nested"><legend>${e}</legend>
  ${o.map((t,n)=>P`<div class="row" key=${n}>
    ${a(t,`${e} ${n+1}`,e=>i(o.with(n,e)))}
    <button type="button" class="option round" aria-label=${`Remove: ${e} ${n+1}`} onClick=${()=>i(o.toSpliced(n,1))}>
      <${T} name="x" /></button></div>`)}
  <button type="button" class="option" aria-label=${`Add: ${e}`} onClick=${()=>i([...o,r()])}><${T} name="plus" /> Add</button>
  ${t.empty&&!o.length&&P`<label class="tick"><input type="checkbox" checked=${!!n}
    onChange=${e=>i(e.target.checked?[]:void 0)} /> Empty</label>`}
</fieldset>`},ut=({label:e,shape:t,told:n,draft:r,onDraft:i})=>P`<${lt} label=${e} shape=${t} draft=${r} onDraft=${i}
  fresh=${()=>J(t.of)}
  row=${(e,r,i)=>P`<${gt} label=${r} shape=${t.of} told=${n} draft=${e} onDraft=${i} needed />`} />`,dt=({label:e,shape:t,told:n,draft:r,onDraft:i})=>P`<${lt} label=${e} shape=${t} draft=${r} onDraft=${i}
  fresh=${()=>[``,J(t.of)]}
  row=${([e,r],i,a)=>P`<${ot} label=${`${i}: of`} shape=${t.keys} told=${n} draft=${e} onDraft=${e=>a([e,r])} needed />
    <${gt} label=${i} shape=${t.of} told=${n} draft=${r} onDraft=${t=>a([e,t])} needed />`} />`,ft=({shape:e,told:t,draft:n={},onDraft:r,without:i=[]})=>P`<div class="members">
  ${Xe(e,i).map(e=>P`<${gt} key=${e.name} ...${e} told=${t}
    draft=${n[e.name]} onDraft=${t=>r({...n,[e.name]:t})} />`)}</div>`,pt=({label:e,...t})=>P`<fieldset class="nested"><legend>${e}</legend><${ft} ...${t} /></fieldset>`,mt=({label:e,shape:t,told:n,draft:r={},onDraft:i,without:a=[]})=>{let o=Object.keys(t.of).map(e=>[e,n.labels[e]??G(e)]),s=r.kind&&Ze(t,r.kind);return P`<${X} label=${e} options=${o.sort(([,e],[,t])=>e.localeCompare(t))}
      draft=${r.kind} onDraft=${e=>i({kind:e,members:{seat:r.members?.seat}})} />
    ${s&&P`${s.hint&&P`<p class="quiet hint">${s.hint}</p>`}
      <${ft} key=${r.kind} shape=${s} told=${n} draft=${r.members} without=${[t.tag,...a]}
        onDraft=${e=>i({...r,members:e})} />`}`},ht={choice:e=>P`<${X} ...${e} none=${it(e)} options=${e.shape.values.map(t=>[String(t),e.shape.words?.[t]??t])} />`,text:ot,number:({usual:e,...t})=>P`<${at} ...${t} usual=${typeof e==`number`?e+t.shape.first:``} numeric />`,flag:st,list:ut,map:dt,members:pt,one:mt,json:ct},gt=e=>P`<${ht[e.shape.kind]} ...${e} />`,_t=[`action_id`,`moved_at`,`chance`,`against_rules`,`reason`],vt=e=>typeof e==`object`&&e?Object.values(e).flatMap(vt):[e],yt=({names:e,seats:t},n)=>t.find(e=>e.seat===n)?.label??e[n]?.name??G(String(n)),bt=(e,t,{[t]:n,...r})=>[e.labels[n]??G(n),...vt(r).filter(e=>e!==null&&e!==!1).map(t=>yt(e,t))].join(` · `),xt=({told:e,draft:t={},fixed:n={},onSend:r})=>{let[i,a]=D(t),o={...e,labels:{...q(e.schemas.action),...e.labels}},s=K(o.schemas.action.schema,o.schemas.action.components.schemas),c=Y(s,{...i,members:{...i.members,...n}});return P`<${mt} label="What happened?" shape=${s} told=${o} draft=${i} onDraft=${a} without=${[..._t,...Object.keys(n)]} />
    <div class="buttons stay"><button type="button" class="primary" disabled=${c===W}
      onClick=${()=>r(c,`${c.seat?`${yt(o,c.seat)}: `:``}${bt(o,`type`,{...c,seat:null})}`,i)}>Record</button></div>`},St=({told:e,draft:t=[{}],reason:n=``,about:r=``,onSend:i})=>{let[a,o]=D(t),[s,c]=D(n),[l,u]=D(r),d={...e,labels:q(e.schemas.fact)},f=K(d.schemas.fact.schema,d.schemas.fact.components.schemas),p=a.map(e=>Y(f,e)),m=s.trim()&&!p.includes(W)&&!/^0|\D/.test(l);return P`${a.map((e,t)=>P`<section class="fact" key=${t} aria-label=${`Fact ${t+1}`}>
      <${mt} label="What changed?" shape=${f} told=${d} draft=${e} onDraft=${e=>o(a.with(t,e))} />
      ${a.length>1&&P`<button type="button" class="quiet-button" onClick=${()=>o(a.toSpliced(t,1))}><${T} name="x" /> Remove</button>`}
    </section>`)}
    <label class="field">Why? <input value=${s} maxlength="2000" onInput=${e=>c(e.target.value)} /></label>
    <label class="field">Corrects entry № <input type="number" min="1" value=${l} placeholder="none" onInput=${e=>u(e.target.value)} /></label>
    <div class="buttons stay"><button type="button" class="quiet-button" disabled=${p.includes(W)} onClick=${()=>o([...a,{}])}>
      <${T} name="plus" /> Another fact</button>
      <button type="button" class="primary warn" disabled=${!m} onClick=${()=>i({facts:p,reason:s.trim(),about:l?Number(l):void 0},`Correction: ${p.map(e=>bt(d,`fact`,e)).join(`; `)}`,a)}>Record</button></div>`},Ct=()=>Object.fromEntries(Object.entries(ne.value.words).map(([e,{label:t}])=>[e.split(`/`)[0],t])),wt=({Form:e,...t})=>{let n=U.value,r=u.value===`live`;if(L(()=>{n||He()},[n,r]),!n)return P`<p role="status">${r?`Loading the forms…`:`The forms are not on this device yet. They load when you are online again. You can write a note now.`}</p>`;let i={schemas:n.schemas,names:n.names,seats:x.value.seats,labels:e===xt?Ct():{}};return P`<${e} told=${i} ...${t} />`},Tt=e=>P`
  <p class="quiet hint">Your change takes effect even if the rules forbid it. The log keeps it, flagged, with your reason.</p>
  <${wt} Form=${St} ...${e} />`,Et=({draft:e,...t})=>{let{role:n,seat:r}=_.value;return P`<${wt} Form=${xt} fixed=${n===`seat`?{seat:r}:{}} draft=${e??{members:he.value?{seat:he.value}:{}}} ...${t} />`},Dt=()=>P`<${M} title="Correct the table"><${Tt} onSend=${(e,t,n)=>{B(`corrections`,e,t,n),E()}} /></${M}>`,Ot=()=>P`<${M} title="Something else">
    <p class="quiet hint">These actions are not checked yet. The rules are applied when you are online again.</p>
    <${Et} onSend=${(e,t,n)=>{B(`actions`,e,t,n),E()}} />
  </${M}>`,kt=()=>xe().map(e).filter(Boolean).slice(0,50),At=e=>({"Tablelog-Tokens":e.join(`, `)}),jt=(e,t)=>{let n=t.get(`Tablelog-Tokens-Ignored`);n&&me(n.split(`,`).map(t=>e[t-1]))},Mt=async e=>{if(!e.length)return[];let{status:n,body:r,headers:i}=await t(`/v1/people`,{headers:At(e)});return jt(e,i),n===200?r.items:[]},Nt=async()=>{let e=new Map;for(let{player:t,name:n}of await Mt(kt()))t&&n&&!e.has(n)&&e.set(n,t);return e},Pt=new Map,Ft=(e,t,n)=>{let r=e.get(t);if(r&&!n.includes(r))return r;let i=`${n.length} ${t}`;return Pt.has(i)||Pt.set(i,p()),Pt.get(i)},It=(e,t,n)=>{let{players:r={},labels:i={}}=C.value;return k(r,t)&&k(i,t)===n?r[t]:Ft(e,n,Object.entries(r).filter(([e])=>e!==t).map(([,e])=>e))},Lt=({seat:e,coming:n})=>{let[r,i]=D(k(C.value.labels,e.seat)??``),[a,o]=D(``),s=`/v1/sessions/${C.value.id}/people/${e.seat}`;return P`<li><${b} seat=${e.seat} />
    <label class="field">${e.label}<input value=${r} maxlength="80" list="known" autocomplete="off" onInput=${e=>i(e.target.value)} /></label>
    <button type="button" class="option" onClick=${async()=>{let i=r.trim(),a=await n,{status:c,body:l}=await t(s,{method:i?`PUT`:`DELETE`,token:z.token,body:i?{player:It(a,e.seat,i),name:i}:void 0});o(c&&c<300?i?`Saved.`:`Erased.`:l?.detail??`No answer from the service. Try again.`)}}>${r.trim()?`Save`:`Erase`}</button>
    <span role="status">${a}</span></li>`},Rt=()=>{let[e]=D(Nt),[t,n]=D(new Map);L(()=>void e.then(n),[]);let r=x.value.seats.filter(e=>F.value||e.seat===_.value.seat);return P`<p class="quiet">Names are never written to the log. To erase a name, leave it empty.</p>
    <ul class="rows people">${r.map(t=>P`<${Lt} key=${t.seat} seat=${t} coming=${e} />`)}</ul>
    <datalist id="known">${[...t.keys()].map(e=>P`<option key=${e} value=${e} />`)}</datalist>`},zt=[`A house rule`,`Noticed too late to undo`,`The rules are wrong here`],Z=({item:e})=>P`<p><b>${r(e)?`You tapped:`:`Tapped with the link for ${Ge(e.holder)}:`}</b> ${e.says}</p>`,Bt=()=>re.value.length?`Discard it and ${re.value.length} after it`:`Discard it`,Vt=({item:e,missed:t})=>P`
  <h2 tabindex="-1" data-head>Someone else recorded first</h2>
  <${Z} item=${e} />
  <p><b>Meanwhile:</b></p>
  <ul>${t.map(e=>P`<li key=${e.number}>№ ${e.number} <${ve} runs=${e.words?.says} /></li>`)}</ul>
  <div class="buttons">
    <button type="button" class="option" onClick=${le}>${Bt()}</button>
    <button type="button" class="primary" onClick=${()=>R()}>Record it now</button>
  </div>`,Ht=({item:e,onBack:t})=>{let[n,r]=D(``);return P`
    <h2 tabindex="-1" data-head>It happened anyway</h2>
    <${Z} item=${e} />
    <p>It is recorded with a flag and your reason. Both stay in the log.</p>
    <div class="grid wide">${zt.map(e=>P`<button type="button" class="option" key=${e} aria-pressed=${n===e}
      onClick=${()=>r(e)}>${e}</button>`)}</div>
    <label class="field">Why? <input value=${n} maxlength="200" onInput=${e=>r(e.target.value)} /></label>
    <div class="buttons">
      <button type="button" class="option" onClick=${t}>Back</button>
      <button type="button" class="primary warn" disabled=${!n.trim()}
        onClick=${()=>R({body:{...e.body,against_rules:!0,reason:n.trim()}})}>Record with a flag</button>
    </div>`},Ut=({item:e,facts:t,onBack:n})=>{let r=t?Tt:Et,i=t?`corrections`:`actions`;return P`
    <h2 tabindex="-1" data-head>${t?`Correct the table`:`Something else`}</h2>
    <${Z} item=${e} />
    <${r} draft=${e.path===i?e.draft:void 0} reason=${e.body.reason} about=${e.body.about}
      onSend=${(e,t,n)=>R({path:i,body:e,says:t,draft:n})} />
    <div class="buttons"><button type="button" class="option" onClick=${n}>Back</button></div>`},Wt=({kind:e,values:t=[],least:n,most:r})=>{let i=t.at(-1),a=t.filter(e=>e===i).length;return e===`several`&&n===r&&r>1&&a>=r?i:void 0},Gt=({item:e,problem:t})=>{let[{path:n,domain:r,words:i}]=t.outcomes,[a,...s]=n.split(`/`),c=Wt(r),u=t=>R({body:Se(e.body,n,t)});return P`
    <h2 tabindex="-1" data-head>${i.asks} ${s.map(e=>isNaN(e)?g(o(i,`[]`),e):+e+1).join(` `)}</h2>
    <${Z} item=${e} />
    <div class="buttons">
      ${c!==void 0&&P`<button type="button" class="option" onClick=${()=>u(Array(r.most).fill(c))}>All ${g(i,c).toLowerCase()}</button>`}
      ${!(a in e.body)&&P`<button type="button" class="option" onClick=${()=>R({body:{...e.body,chance:`drawn`}})}>Draw randomly</button>`}
    </div>
    <${ge} key=${n} domain=${r} words=${i} allows=${e=>l(r,e)} answer=${u} />
    <div class="buttons">
      <button type="button" class="option" onClick=${le}>${Bt()}</button>
    </div>`},Kt=({item:e,problem:t})=>{let[n,i]=D(null),a=()=>i(null);if(n===`anyway`)return P`<${Ht} item=${e} onBack=${a} />`;if(n)return P`<${Ut} item=${e} facts=${n===`facts`} onBack=${a} />`;let o=F.value&&r(e),s=o&&e.path===`actions`&&t.status===409&&!t.rule,c=pe.value.map(e=>e.words.label).join(`, `),l=o&&e.path===`actions`&&t.rule&&!e.body.against_rules;return P`
    <h2 tabindex="-1" data-head>${t.rule?`The rules do not allow this`:t.title}</h2>
    <${Z} item=${e} />
    ${t.stuck?P`<p>Nothing is recorded yet. Add the missing facts, or record it anyway.</p><ul>${t.stuck.map(({message:e})=>P`<li key=${e}>${e}</li>`)}</ul>`:P`<p>${t.rule&&P`<code>${t.rule}</code> `}${t.detail}</p>`}
    ${t.rule_text&&t.rule_text!==t.detail&&P`<blockquote>${t.rule_text}</blockquote>`}
    ${c&&P`<p><b>You can:</b> ${c}</p>`}
    <div class="buttons">
      <button type="button" class="primary" onClick=${le}>${Bt()}</button>
      ${!t.rule&&!t.stuck&&P`<button type="button" class="option" onClick=${()=>R(t.status===412?{}:{id:e.id,seen:e.seen})}>${t.status===412?`Record it now`:`Try again`}</button>`}
      ${l&&P`<button type="button" class="option" onClick=${()=>i(`anyway`)}>It happened anyway</button>`}
      ${t.stuck&&P`<button type="button" class="option warn" onClick=${()=>R({body:{...e.body,accept_stuck:!0}})}>Record it anyway</button>`}
      ${e.draft&&P`<button type="button" class="option" onClick=${()=>i(e.path===`corrections`?`facts`:`action`)}>Edit it</button>`}
      ${s&&P`<button type="button" class="option" onClick=${()=>i(`facts`)}>Record it as a correction</button>`}
    </div>`},qt=()=>{let{kind:e,...t}=a.value;return t.problem?.outcomes?P`<div class="sheet"><${Gt} ...${t} /></div>`:P`<div class="sheet trouble" role="alert">
    <${e===`conflict`?Vt:Kt} ...${t} />
  </div>`},Jt=()=>P`<${M} title="More">
  <div class="grid">
    ${S.value&&P`<button type="button" class="option" data-key onClick=${()=>j(`note`)}><${T} name="message-square" /> Write a note</button>`}
    ${_.value.role===`owner`&&P`<a class="option" href=${`/t/${C.value.id}/links`}><${T} name="qr-code" /> Links and QR codes</a>`}
    ${S.value&&P`<button type="button" class="option" data-key onClick=${()=>j(`people`)}><${T} name="users" /> Who sits where</button>`}
    ${F.value&&!C.value.closed&&P`<button type="button" class="option" data-key onClick=${()=>j(`correct`)}><${T} name="pencil" /> Correct the table…</button>`}
    <button type="button" class="option" data-key onClick=${()=>j(`keys`)}><${T} name="circle-question-mark" /> Keys</button>
    ${F.value&&!C.value.closed&&P`<button type="button" class="option" data-key onClick=${()=>j(`close`)}><${T} name="x" /> Close the session</button>`}
    <a class="option" href="/"><${T} name="house" /> Home</a>
  </div>
  ${!te&&P`<p>Over plain HTTP, the page cannot keep the screen on. Use your phone's settings.</p>`}
  ${C.value.invented.length>0&&P`<details><summary>${C.value.invented.length} parts of this edition are placeholders, not the published cards</summary>
    <ul>${C.value.invented.map(e=>P`<li key=${e}>${e}</li>`)}</ul></details>`}
</${M}>`,Yt=()=>{let[e,t]=D(``);return P`<${M} title="Write a note">
    <label class="field">Notes stay in the log for good, and everyone at the table can read them. Name people only if they agree.
      <textarea rows="3" maxlength="2000" value=${e} onInput=${e=>t(e.target.value)}></textarea></label>
    <div class="buttons"><button type="button" class="primary" disabled=${!e.trim()} onClick=${()=>{let t=u.value===`live`?{}:{moved_at:new Date().toISOString()};B(`notes`,{text:e.trim(),...t},`Note: ${e.trim()}`),E()}}>Save note</button></div>
  </${M}>`},Xt=({others:e,redo:t})=>t?`someone else undid it`:e?`others recorded part of it`:`someone learned something from it`,Zt=()=>{let[e,n]=D(``),[r,i]=D(I.value.entries?I.value:null),[a,o]=D(``),{to:s}=I.value;if(L(()=>{if(r)return;let{id:e,version:n}=C.value,a={"If-Match":`"${n}"`};t(`/v1/sessions/${e}/retractions?dry_run=true`,{method:`POST`,token:z.token,body:{to:s},headers:a}).then(({status:e,body:t})=>e===200?i(t.takes):o(t?.detail??`No answer from the service. Try again.`))},[]),!r)return P`<${M} title="Undo?"><p role="status">${a||`A moment…`}</p></${M}>`;let{count:c,entries:l,needs_reason:u,redo:d}=r;return P`<${M} title=${d?`Redo?`:`Undo?`}>
    <p>${d?`Redoes`:`Undoes`} ${c>1?`${c} entries`:`one entry`}:</p>
    <ul class="goes">${l.map(({number:e,says:t})=>P`<li key=${e}>№ ${e} <${ve} runs=${t} /></li>`)}
      ${c>l.length&&P`<li>and ${c-l.length} earlier</li>`}</ul>
    <p class="quiet">${d?``:`The log keeps the entries, struck through. Notes are unaffected.`}${u?` Give a reason: ${Xt(r)}.`:``}</p>
    ${u&&P`<label class="field">Why? <input value=${e} maxlength="200" onInput=${e=>n(e.target.value)} /></label>`}
    <div class="buttons"><button type="button" class="primary" disabled=${u&&!e.trim()} onClick=${()=>{be(r,e.trim()),E()}}>${d?`Redo`:`Undo`}</button></div>
  </${M}>`},Qt=()=>{let[e,t]=D(``),n=[...document.querySelectorAll(`.spot`)].map(e=>e.dataset.place),r=x.value.zones.flatMap(e=>(e.places??[]).map(t=>({place:t,zone:e}))).filter(({place:t})=>n.includes(t.id)&&t.name.toLowerCase().includes(e.toLowerCase())),i=e=>{E(),oe(e)};return P`<${M} title="Go to a place">
    <label class="field">Name <input type="search" value=${e} onInput=${e=>t(e.target.value)} /></label>
    <div class="grid">${r.slice(0,9).map(({place:e,zone:t})=>P`<button type="button" class="option" data-key key=${e.id}
      onClick=${()=>i(e)}><span><b>${e.name}</b> <small>${t.title}</small></span></button>`)}</div>
  </${M}>`},$t=[[`1 … 9`,`press a button`],[`Esc`,`back`],[`U`,`undo`],[`G`,`find a place by name`],[`N`,`write a note`]],en={people:()=>P`<${M} title="Who sits where?"><${Rt} /></${M}>`,menu:Jt,note:Yt,undo:Zt,goto:Qt,keys:()=>P`<${M} title="Keys">
  <dl class="lines">${$t.map(([e,t])=>P`<div key=${e}><dt><kbd>${e}</kbd></dt><dd>${t}</dd></div>`)}</dl>
</${M}>`,close:()=>P`<${M} title="Close the session?">
    <p>${d.value?`The game is finished.`:`The game is not finished, so it closes as abandoned.`} After that, only notes can be recorded.</p>
    <div class="buttons"><button type="button" class="primary warn" onClick=${()=>{B(`close`,{outcome:d.value?`finished`:`abandoned`},`Session closed`),E()}}>Close session</button></div>
  </${M}>`,correct:Dt,else:Ot,left:qe},tn=()=>a.value?P`<${qt} />`:P`<${en[I.value.kind]} />`,nn=({kind:e,live:t})=>t&&[`recorded`,`corrected`].includes(e),rn=ye(()=>{let e=s.value.filter(nn);if(!S.value||C.value?.closed||!e.length)return{least:0,most:0};let{role:t,seat:n}=_.value,r=e.findLast(({by:e})=>e?.role!==t||e?.seat!==n);return{least:t===`seat`?r?.number??1:1,most:e.at(-1).number}}),an=({number:e,kind:t,live:n},{least:r,most:i})=>n&&u.value===`live`&&t!==`noted`&&e>=r&&e<i?e:null,on=e=>{location.hash=``,j(`undo`,{to:e})},sn=({of:e})=>{let t=an(e,rn.value);return t&&P`<button type="button" class="undo to-here" aria-label=${`Undo to here: № ${t}`} title="Undo to here"
    onClick=${()=>on(t)}><${T} name="undo-2" /></button>`},cn=({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=D([]),[o,s]=D(null),c={...e.stock};for(let{give:t,receive:n}of i)c[t]-=e.lots[t],c[n]=(c[n]??0)+e.lots[n];let l=Object.keys(e.lots),u=e=>{if(o===null)return s(e);a([...i,{give:o,receive:e}]),s(null)},d=new Map(l.map(t=>[t,`${c[t]??0} available, ${e.lots[t]} per trade`])),f=i.length>=e.most;return P`<ol class="rows">
      ${i.map(({give:e,receive:n},r)=>P`<li key=${r}>${g(t,e)} for ${g(t,n)}
        <button type="button" class="option" onClick=${()=>a(i.slice(0,r))}>Remove</button></li>`)}
    </ol>
    ${!f&&P`<h3 class="part">${o===null?`Give`:`${g(t,o)} for`}</h3>
      <${N} values=${l} words=${t} onTake=${u} chosen=${d}
        closed=${t=>o===null?(c[t]??0)<e.lots[t]:t===o} />`}
    <${w} open=${o===null&&r(i)} says=${`${i.length} of up to ${e.most}`} onDone=${()=>n(i)} />`},ln=(e,t)=>Array.from({length:Math.ceil(e.length/t)},(n,r)=>e.slice(r*t,(r+1)*t)),un=({domain:e,words:t,answer:r,allows:i})=>{let[a,o]=D([]),s=e.values.filter(e=>!a.some(t=>n(t)===n(e))),c=e=>o(s.length===2?[...a,e,s.find(t=>t!==e)]:[...a,e]);O(s,c);let l=e.values.map((e,t)=>a[t]);return P`<ol class="slots" aria-label="Placed so far" style=${{"--columns":String(e.columns)}}>
      ${l.map((e,n)=>P`<li key=${n} class=${e===void 0?`empty`:``}>
        ${e===void 0?n===a.length?`next`:``:g(t,e)}
      </li>`)}
    </ol>
    ${s.length>0&&P`<${N} values=${s} words=${t} onTake=${c} />`}
    <${w} open=${!s.length&&i(ln(a,e.columns))} says=${`${a.length} of ${e.values.length}`}
      onDone=${()=>r(ln(a,e.columns))}>
      <button type="button" class="option" disabled=${!a.length} onClick=${()=>o(a.slice(0,-1))}>Undo one</button>
    </${w}>`},Q=(e,t)=>{let n=[...e];for(let e of t)n.splice(n.findIndex(t=>f(t)===f(e)),1);return n},dn=e=>[...new Map(e.map(e=>[f(e),e])).values()],fn=e=>e.length?dn(e).flatMap(t=>fn(Q(e,[t])).map(e=>[t,...e])):[[]],pn=({values:e},t)=>Q(e,Object.values(t).flatMap(Object.values)),mn=({of:e,values:t},n)=>{let r=pn({values:t},n),i=dn(r),a=[],o=[],s=[];for(let[t,{keys:c,most:l}]of Object.entries(e)){let e=n[t]??(c?{}:[]),u=l-Object.keys(e).length;if(u<1)continue;let d=(r,i)=>({name:t,key:i,values:r,plan:{...n,[t]:c?{...e,[i]:r[0]}:[...e,...r]}});c?s.push(...c.filter(t=>!Object.hasOwn(e,t)).flatMap(e=>i.map(t=>d([t],e)))):(o.push(...i.map(e=>d([e]))),i.length&&r.length<=Math.min(3,u)&&a.push(...fn(r).map(e=>d(e))))}return[...a.length&&a.length+s.length<=12?a:o,...s]},hn=e=>e!==void 0,gn=({kind:e,of:t})=>e===`outcome`&&t.kind===`depends`,_n=(e,{keys:t,count:n,least:r})=>{if(n)return{kind:`several`,values:e,least:n,most:n,ordered:!0};let i={kind:`choice`,values:dn(e)};return r<t.length?{kind:`optional`,of:i}:i},vn=e=>{let t=Object.entries(e).map(([e,t])=>[e,Ce(t)]).filter(([,e])=>e.length);return t.length<Object.keys(e).length?Object.fromEntries(t.map(([e,[t]])=>[e,t])):{}},$=({domain:e,words:t,answer:n,allows:r,seen:i,Widget:a})=>{let{keys:s,parts:c,values:u}=e,[d,f]=D([]),p=c||u?{}:vn(s),m=c??(u?s:Object.keys(s).filter(e=>!(Object.hasOwn(p,e)||gn(s[e])))),h=d.length,_=e=>e.flat().filter(hn),v=u?_n(Q(u,_(d)),e):c?.[h]??s[m[h]],y=e=>{let t=m.map((t,n)=>[t,e[n]]).filter(([,e])=>hn(e));return c?_(e):{...p,...Object.fromEntries(t)}},ee=e=>{let t=[...d,e];t.length<m.length?f(t):r(y(t))?n(y(t)):f([])},te=e=>l(v,e)&&(hn(e)||h<m.length-1||r(y([...d,e]))),b=Object.entries(p).map(([e,n])=>g(o(t,e),n));return P`${b.length>0&&P`<p class="quiet">${b.join(` · `)}</p>`}
    <h3 class="part">${c?`Part`:g(o(t,`[]`),m[h])}
      ${` `}<span class="quiet">${h+1} of ${m.length}${c&&_(d).map(e=>`, ${g(t,e)}`)}</span></h3>
    <${a} key=${h} domain=${v} words=${c||u?t:o(t,m[h])} answer=${ee} allows=${te} seen=${i&&!u} />`},yn=e=>Object.keys(e.keys??{}),bn=e=>Object.values(e.keys??{}).find(e=>e.values?.length===1)?.values[0],xn=(e,t)=>typeof e!=`object`||!e?[[e,t]]:Object.entries(e).flatMap(([e,n])=>[n].flat().map(n=>[n,o(t,e)])),Sn=e=>{let t=e.map(bn);return e.map((n,r)=>{let i=t[r];return i!==void 0&&t.filter(e=>e===i).length===1?i:yn(n).filter(t=>!e.every(e=>yn(e).includes(t))).join(`, `)||`${r+1}`})},Cn=({domain:e,words:t,answer:n,Widget:r,allows:i})=>{let[a,o]=D([]),[s,c]=D(e.of.length===1&&e.least?e.of:[]),u=Sn(e.of),d=t=>c(e.of.filter((e,n)=>u[n]===t)),f=n=>{let r=u[e.of.findIndex(e=>l(e,n))],i=xn(n,t),a=i.map(([e,t])=>g(t,e));return i.some(([e])=>e===r)||e.of.length===1?a:[g(t,r),...a]},[p]=s;return P`<ol class="rows">
      ${a.map((e,t)=>P`<li key=${t}>${f(e).join(` · `)}
        <button type="button" class="option" onClick=${()=>o(a.toSpliced(t,1))}>Remove</button></li>`)}
    </ol>
    ${s.length>1?P`<${N} values=${s.map(bn)} words=${t} onTake=${e=>c(s.filter(t=>bn(t)===e))} />`:p?P`<${r} domain=${p} words=${t} answer=${e=>(c([]),o([...a,e]))} allows=${e=>l(p,e)} />`:P`${a.length<e.most&&P`<${N} values=${[...new Set(u)]} words=${t} onTake=${d} />`}
          <${w} open=${i(a)} says=${`${a.length} so far`} onDone=${()=>n(a)} />`}`},wn={kind:`written`,longest:9999},Tn=e=>{try{return JSON.parse(e)}catch{return e}},En=({Widget:e,...t})=>{let{hint:n,form:r=wn}=t.domain;return P`<p class="quiet">${n} <small>Not checked in advance.</small></p>
    <${e} ...${t} domain=${r} answer=${e=>t.answer(r===wn?Tn(e):e)} allows=${e=>l(r,e)} />`},Dn=({domain:e,words:t,answer:n,Widget:r,allows:i,seen:a})=>{let o=i(void 0)&&P`<div class=${a?`buttons`:`done`}><button type="button" class="option" data-key
    onClick=${()=>n(void 0)}>${t.values?.null?.label??`None`}</button></div>`;return P`${a&&o}
    <${r} domain=${e.of} words=${t} answer=${n} allows=${t=>l(e.of,t)&&i(t)} />
    ${!a&&o}`},On=({domain:e,words:t,answer:n,Widget:r})=>P`
  ${e.chosen&&P`<div class="buttons"><button type="button" class="option" data-key onClick=${()=>n(void 0)}>Did not happen</button></div>`}
  <${r} domain=${e.of} words=${t} answer=${n} allows=${t=>l(e.of,t)} seen />`,kn=({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=D(e.least<0&&e.most>0?0:e.most),o=t=>a(Math.min(e.most,Math.max(e.least,i+t)));return P`<div class="stepper">
      <button type="button" class="option" onClick=${()=>a(e.least)}>Min: ${e.least}</button>
      <button type="button" class="option round" aria-label="One fewer" onClick=${()=>o(-1)}><${T} name="minus" /></button>
      <output aria-live="polite">${g(t,i)}</output>
      <button type="button" class="option round" aria-label="One more" onClick=${()=>o(1)}><${T} name="plus" /></button>
      <button type="button" class="option" onClick=${()=>a(e.most)}>Max: ${e.most}</button>
    </div>
    <${w} open=${r(i)} onDone=${()=>n(i)} />`},An=({least:e,most:t})=>e===t?`of ${t}`:`of ${e} to ${t}`,jn={assign:$,dealt:$,each:$,exchanges:cn,gathered:$,grid:un,joined:$,listed:Cn,open:En,optional:Dn,outcome:On,range:kn,several:({domain:e,words:t,answer:r,allows:i})=>{let[a,o]=D([]),s=e.most===1&&e.least===1,c=new Map([...v(e.values)].map(([e,t])=>[n(JSON.parse(e)),t])),l=[...new Map(e.values.map(e=>[n(e),e])).values()],u=new Map;a.forEach((t,r)=>{let i=n(t),o=(c.get(i)??1)>1,s=u.get(i);e.ordered?u.set(i,s?`${s}, ${r+1}`:`${r+1}`):u.set(i,o?`×${a.filter(e=>n(e)===i).length}`:`✓`)});let d=t=>{if(s)return r([t]);let i=n(t),l=a.filter(e=>n(e)===i).length;a.length<e.most&&l<(c.get(i)??1)?o([...a,t]):l&&o(a.filter(e=>n(e)!==i))};O(l,d,u);let f=a.length>=e.most;return P`<${N} values=${l} words=${t} onTake=${d} chosen=${u}
      closed=${e=>!s&&f&&!u.has(n(e))} />
    ${!s&&P`<${w} open=${i(a)} says=${`${a.length} ${An(e)}`} onDone=${()=>r(a)} />`}`},shared:({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=D([{}]),s=i[0],c=({plan:t})=>pn(e,t).length?a([t,...i]):n(t),l=(e,n,r)=>(r?`${g(o(t.of[e],`[]`),r)}: `:``)+n.map(n=>g(t.of[e],n)).join(`, `);return P`${Object.entries(e.of).map(([n,{keys:r}])=>P`<h3 class="part">${t.of[n].asks}
        ${` `}<span class="quiet">${r?Object.entries(s[n]??{}).map(([e,t])=>l(n,[t],e)).join(`, `):l(n,s[n]??[])}</span> <small>${t.of[n].hint}</small></h3>
      <${ue} options=${mn(e,s).filter(e=>e.name===n).map(e=>({...e,label:l(n,e.values,e.key)}))} onTake=${c} />`)}
    <${w} open=${r(s)} says=${`${pn(e,s).length} left`} onDone=${()=>n(s)}>
      <button type="button" class="option" disabled=${!i[1]} onClick=${()=>a(i.slice(1))}>Undo one</button>
    </${w}>`},split:({domain:e,words:t,answer:n,allows:r})=>{let i=o(t,`[]`),[a,s]=D({}),c=Object.keys(e.limits),l=Object.values(a).reduce((e,t)=>e+t,0),u=(t,n)=>{let r=(k(a,t)??0)+n;if(r<0||r>e.limits[t]||n>0&&l>=e.most)return;let{[t]:i,...o}=a;s(r?{...o,[t]:r}:o)};O(c,e=>u(e,1));let d=e.least===e.most?`${l} of ${e.most}`:`${l} of ${e.least} to ${e.most}`;return P`<ul class="rows">
      ${c.map(t=>P`<li key=${t}>
        <span>${g(i,t)} <small>up to ${e.limits[t]}</small></span>
        <button type="button" class="option round" aria-label=${`${g(i,t)}: one fewer`} onClick=${()=>u(t,-1)}><${T} name="minus" /></button>
        <output>${k(a,t)??0}</output>
        <button type="button" class="option round" aria-label=${`${g(i,t)}: one more`} onClick=${()=>u(t,1)}><${T} name="plus" /></button>
      </li>`)}
    </ul>
    <${w} open=${r(a)} says=${d} onDone=${()=>n(a)} />`},written:({domain:e,answer:t,allows:n})=>{let[r,i]=D(``);return P`<label class="field">Text <input value=${r} maxlength=${e.longest} onInput=${e=>i(e.target.value)} /></label>
    <${w} open=${n(r.trim())} onDone=${()=>t(r.trim())} />`}},Mn=(e=``)=>import(`../pages/beside.js`+e).catch(()=>setTimeout(Mn,5e3,e+`#`));Ue(),Mn(),setTimeout(Fe,3e3);export{we as Bots,Re as Finished,tn as Sheet,sn as ToHere,jn as widgets};