use std::pin::pin;

use futures::{StreamExt, TryStreamExt};
use k8s_openapi::api::core::v1::ConfigMap;
use kube::{
    ResourceExt,
    api::{Api, DeleteParams, Patch, PatchParams, PostParams},
    core::PartialObjectMeta,
    runtime::{
        WatchStreamExt, predicates, reflector,
        watcher::{self, Event, watcher},
    },
};
use serde_json::json;

use crate::{Outcome, Place, plain::plain};

fn maps(at: &Place) -> Api<ConfigMap> {
    Api::namespaced(at.client.clone(), &at.namespace)
}

async fn make(at: &Place, name: &str) -> Result<(), kube::Error> {
    let made = serde_json::from_value(
        json!({ "metadata": { "name": name, "labels": { "ours": "yes" } } }),
    )
    .expect("a ConfigMap");
    maps(at)
        .create(&PostParams::default(), &made)
        .await
        .map(|_| ())
}

fn line<K: ResourceExt>(event: &Event<K>) -> String {
    match event {
        Event::Init => "init".into(),
        Event::InitDone => "done".into(),
        Event::InitApply(object) => format!("initially {}", object.name_any()),
        Event::Apply(object) => format!("applied {}", object.name_any()),
        Event::Delete(object) => format!("deleted {}", object.name_any()),
    }
}

/// Changes things while a watch goes on, and gives what it told.
async fn told(at: &Place, config: watcher::Config) -> Outcome {
    for name in ["one", "two", "three"] {
        make(at, name).await?;
    }
    let mut stream = pin!(watcher(maps(at), config.labels("ours=yes")));
    let mut lines = Vec::new();
    while let Some(event) = stream.try_next().await? {
        lines.push(line(&event));
        match lines.last().map(String::as_str) {
            Some("done") => make(at, "four").await?,
            Some("applied four") => drop(maps(at).delete("one", &DeleteParams::default()).await?),
            Some("deleted one") => {
                let unlabelled = json!({ "metadata": { "labels": null } });
                maps(at)
                    .patch("two", &PatchParams::default(), &Patch::Merge(unlabelled))
                    .await?;
            }
            Some("deleted two") => break,
            _ => {}
        }
    }
    // The order of what was there before is not promised.
    let end = lines.iter().position(|line| line == "done").unwrap_or(0);
    lines[..end].sort();
    Ok(json!(lines))
}

pub async fn watch(at: Place) -> Outcome {
    told(&at, watcher::Config::default().page_size(1)).await
}

pub async fn stream(at: Place) -> Outcome {
    told(&at, watcher::Config::default().streaming_lists()).await
}

pub async fn reflect(at: Place) -> Outcome {
    make(&at, "one").await?;
    let (reader, writer) = reflector::store::<ConfigMap>();
    let source = watcher(
        maps(&at),
        watcher::Config::default().labels("ours=yes").timeout(1),
    );
    let mut stream = pin!(
        reflector(writer, source)
            .applied_objects()
            .predicate_filter(predicates::labels, Default::default())
    );
    stream.next().await.ok_or("the watch ended")??;
    // Longer than one watch lasts, so that it is resumed in between.
    let wait = tokio::time::timeout(std::time::Duration::from_millis(2_500), stream.next()).await;
    reader.wait_until_ready().await?;
    make(&at, "two").await?;
    let second = stream.next().await.ok_or("the watch ended")??;
    let mut names: Vec<_> = reader
        .state()
        .iter()
        .map(|object| object.name_any())
        .collect();
    names.sort();
    Ok(json!({ "quiet": wait.is_err(), "second": plain(&second), "stored": names }))
}

pub async fn watch_metadata(at: Place) -> Outcome {
    make(&at, "one").await?;
    let config = watcher::Config::default().labels("ours=yes");
    let slim = Api::<PartialObjectMeta<ConfigMap>>::namespaced(at.client.clone(), &at.namespace);
    let mut stream = pin!(watcher(slim, config).applied_objects());
    let first = stream.next().await.ok_or("the watch ended")??;
    make(&at, "two").await?;
    let second = stream.next().await.ok_or("the watch ended")??;
    let listed = maps(&at).list_metadata(&Default::default()).await?;
    Ok(json!([
        plain(&first),
        plain(&second),
        plain(&listed.types),
        plain(&maps(&at).get_metadata("one").await?)
    ]))
}
