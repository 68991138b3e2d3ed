use kube::{
    api::{Api, DynamicObject, ListParams, PostParams},
    core::{GroupVersionKind, TypeMeta},
    discovery::{Discovery, Scope, oneshot, verbs},
};
use serde_json::{Value, json};

use crate::{Outcome, Place, plain::plain};

const GROUPS: [&str; 6] = [
    "",
    "apps",
    "batch",
    "coordination.k8s.io",
    "events.k8s.io",
    "apiextensions.k8s.io",
];

pub async fn discover(at: Place) -> Outcome {
    let legacy = Discovery::new(at.client.clone()).run().await?;
    let aggregated = Discovery::new(at.client.clone()).run_aggregated().await?;
    let version = at.client.apiserver_version().await?;
    let apps = oneshot::group(&at.client, "apps").await?;
    let pinned = oneshot::pinned_kind(
        &at.client,
        &GroupVersionKind::gvk("apps", "v1", "Deployment"),
    )
    .await?;
    Ok(json!({
        "version": format!("{}.{}", version.major, version.minor),
        "legacy": kinds_of(&legacy),
        "aggregated": kinds_of(&aggregated),
        "preferred": apps.preferred_version_or_latest(),
        "pinned": [pinned.0.plural, pinned.0.api_version, format!("{:?}", pinned.1.scope)],
        "dynamic": use_dynamic(&at, &aggregated).await?,
    }))
}

/// What can be listed, with its subresources: the rest is for what runs workloads.
fn kinds_of(found: &Discovery) -> Value {
    let mut lines = Vec::new();
    for group in found
        .groups()
        .filter(|group| GROUPS.contains(&group.name()))
    {
        for (resource, can) in group.recommended_resources() {
            if !can.supports_operation(verbs::LIST) || resource.plural == "componentstatuses" {
                continue;
            }
            let scope = if can.scope == Scope::Cluster {
                "cluster"
            } else {
                "namespaced"
            };
            let mut doors: Vec<_> = can
                .subresources
                .iter()
                .map(|(door, _)| door.plural.clone())
                .collect();
            doors.retain(|door| door.ends_with("status") || door.ends_with("finalize"));
            doors.sort();
            let mut does = can.operations.clone();
            does.sort();
            lines.push(format!(
                "{} {} {scope} {} {}",
                resource.api_version,
                resource.kind,
                does.join(","),
                doors.join(",")
            ));
        }
    }
    lines.sort();
    json!(lines)
}

/// Makes and lists an object of a kind that is known by its name only.
async fn use_dynamic(at: &Place, found: &Discovery) -> Outcome {
    let kind = TypeMeta {
        api_version: "v1".into(),
        kind: "ConfigMap".into(),
    };
    let (resource, _) = found
        .resolve_typemeta(&kind)
        .ok_or("ConfigMap is not served")?;
    let api = Api::<DynamicObject>::namespaced_with(at.client.clone(), &at.namespace, &resource);
    let made = DynamicObject::new("dynamic", &resource).data(json!({ "data": { "a": "b" } }));
    let made = api.create(&PostParams::default(), &made).await?;
    let listed = api
        .list(&ListParams::default().fields("metadata.name=dynamic"))
        .await?;
    Ok(json!([plain(&made), plain(&listed)]))
}
